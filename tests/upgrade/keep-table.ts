import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  type AttributeValue,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb'
import { Client } from '../support/client.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { type KeptTable, secrets, tablesFolder } from './kept-table.ts'
import { readPaths, sellADay } from './sell-a-day.ts'

/*
 * `npm run keep-table -- <commit> <release>`: runs a release, sells a day in it, and keeps its
 * table and what its node knows in tests/upgrade/tables/<release>.json.gz.
 */
const [commit = '', release = ''] = process.argv.slice(2)
if (!commit || !release) {
  console.error('usage: npm run keep-table -- <commit> <release>')
  process.exit(2)
}

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'pos-release-'))
const sources = join(folder, 'sources')
await mkdir(sources)
const archive = execFileSync('git', ['archive', commit], {
  cwd: root,
  maxBuffer: 1_000_000_000,
})
execFileSync('tar', ['-x', '-C', sources], { input: archive })
symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'))

/** A module of the release. */
const ofRelease = (path: string) => import(join(sources, path))
const { startDynamoDb } = await ofRelease('infra/local/engines/dynamodb.ts')
const { startQueues } = await ofRelease('infra/local/engines/queues.ts')
const { openShopApi } = await ofRelease('infra/local/shop.ts')
const { startLightningNode } = await ofRelease('infra/local/lightning-node/start.ts')

const secretsFile = join(folder, 'secrets.json')
writeFileSync(secretsFile, JSON.stringify(secrets))
const tableName = 'kept'
const dynamoDb = await startDynamoDb()
const queues = await startQueues({ dataDir: join(folder, 'queues') })
const api = await openShopApi({
  port: 0,
  tableName,
  dynamoDbEndpoint: dynamoDb.endpoint,
  queuesEndpoint: queues.endpoint,
  secretsFile,
  hasSchedule: false,
  options: { ACCESS_TOKEN_SECONDS: '3600', SHOP_RATE: '100000' },
})
const nodeFolder = join(folder, 'node')
const node = await startLightningNode({
  port: 0,
  dataDir: nodeFolder,
  webhookUrl: `${api.url}/webhook/node`,
  webhookSecret: secrets.webhookSecret,
  password: secrets.nodePassword,
  limitedPassword: randomBytes(8).toString('hex'),
  channel: { balanceSat: 1_000_000, capacitySat: 10_000_000 },
})
process.env.NODE_URL = node.url

const admin = new Client(api.url)
const said = await sellADay(admin, new Client(node.url))
const read: KeptTable['read'] = {}
for (const path of readPaths(said)) {
  const { status, body } = await admin.get(path)
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  read[path] = body
}

const items: Record<string, AttributeValue>[] = []
const client = new DynamoDBClient({ endpoint: dynamoDb.endpoint })
for await (const { Items = [] } of paginateScan(
  { client },
  { TableName: tableName, ConsistentRead: true },
)) {
  items.push(...Items)
}
const ledger = readFileSync(join(nodeFolder, 'ledger.jsonl'), 'utf8')
const kept: KeptTable = { release, keptAtMs: Date.now(), said, read, ledger, items }
const file = join(tablesFolder, `${release}.json.gz`)
writeFileSync(file, gzipSync(JSON.stringify(kept), { level: 9 }))
console.log(`${items.length} records in ${file}`)

await node.close()
await api.close()
await Promise.all([dynamoDb.close(), queues.close()])
await removeFolder(folder)
process.exit(0)
