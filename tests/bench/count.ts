import { writeFile } from 'node:fs/promises'
import { startDynamoDb } from '../../infra/local/engines/dynamodb.ts'
import { startQueues } from '../../infra/local/engines/queues.ts'
import { countActivities } from './activities.ts'
import { openBenchShop } from './bench-shop.ts'

/** `npm run count`: counts the capacity that the cost sheet multiplies, and keeps it. */
const file = new URL('../../infra/cost/counted.json', import.meta.url)
console.log = () => {}
const [dynamoDb, queues] = await Promise.all([startDynamoDb(), startQueues()])
const shop = await openBenchShop(dynamoDb.endpoint, queues.endpoint)
try {
  const counted = await countActivities(shop, dynamoDb.endpoint)
  await writeFile(file, `${JSON.stringify(counted, undefined, 2)}\n`)
} finally {
  await shop.close()
  await Promise.all([dynamoDb.close(), queues.close()])
}
process.exit()
