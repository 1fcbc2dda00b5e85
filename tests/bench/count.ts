import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDynamoDb } from '../../infra/local/engines/dynamodb.ts'
import { startQueues } from '../../infra/local/engines/queues.ts'
import { countActivities } from './activities.ts'
import { openCountedShop } from './bench-shop.ts'

/** `npm run count`: counts the capacity that the cost sheet multiplies, and keeps it. */
const file = new URL('../../infra/cost/counted.json', import.meta.url)
console.log = () => {}
const dataDir = mkdtempSync(join(tmpdir(), 'pos-queues-'))
const [dynamoDb, queues] = await Promise.all([startDynamoDb(), startQueues({ dataDir })])
const shop = await openCountedShop(dynamoDb.endpoint, queues.endpoint)
try {
  const counted = await countActivities(shop, dynamoDb.endpoint)
  await writeFile(file, `${JSON.stringify(counted, undefined, 2)}\n`)
} finally {
  await shop.close()
  await Promise.all([dynamoDb.close(), queues.close()])
  rmSync(dataDir, { recursive: true })
}
process.exit()
