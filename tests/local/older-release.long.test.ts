import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startDynamoDb, type TableEngine } from '../../infra/local/engines/dynamodb.ts'
import { dynoxideBinary } from '../../infra/local/engines/dynoxide.ts'
import { localTableName as TableName } from '../../infra/local/join.ts'
import { createTable } from '../../infra/local/table.ts'
import { ordersIndex } from '../../shared/platform/dynamodb/schema.ts'
import type { Order } from '../../shared/selling/sales/orders.ts'
import { Client } from '../support/client.ts'
import { hasJava } from '../support/java.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { methodId, usd } from '../support/till.ts'
import { runSystem, switchProgram } from './running-system.ts'

/*
 * The records are those that version 0.2.0 made: a shop, its owner, a product that was sold
 * twice, a restaurant's order with a ticket and a payment, and an open shift.
 */
const recordsFile = join(import.meta.dirname, 'records-of-0.2.0.jsonl')

/** The secrets that version 0.2.0 made them with. */
const secrets = { masterKey: '11'.repeat(32) }

/** More orders of the shop, so that an index takes a while to fill. */
const copies = 1_000

async function readRecords(): Promise<Order[]> {
  const lines = (await readFile(recordsFile, 'utf8')).trim().split('\n')
  const records: Order[] = lines.map((line) => JSON.parse(line))
  const [sold] = records.filter(({ kind }) => kind === 'store')
  if (!sold) throw new Error('no order of the store')
  const more = Array.from({ length: copies }, (_, n) => {
    const id = `${sold.id.slice(0, -4)}${String(n).padStart(4, '0')}`
    return { ...sold, pk: `ORDER#${id}`, id, listedAt: `${sold.createdAt}#${id}` }
  })
  return [...records, ...more]
}

/** Makes the data directory of version 0.2.0, whose table has one index fewer. */
async function createOlderData(
  dataDir: string,
  engineName: TableEngine,
): Promise<readonly Order[]> {
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify(secrets))
  const engine = await startDynamoDb({
    dataDir: join(dataDir, 'dynamodb'),
    engine: engineName,
  })
  const client = new DynamoDBClient({ endpoint: engine.endpoint })
  const documents = DynamoDBDocumentClient.from(client)
  const hasIndex = async () => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }))
    const indexes = Table?.GlobalSecondaryIndexes ?? []
    return indexes.some(({ IndexName }) => IndexName === ordersIndex.name)
  }
  await createTable(engine.endpoint, TableName)
  const Delete = { IndexName: ordersIndex.name }
  await client.send(
    new UpdateTableCommand({ TableName, GlobalSecondaryIndexUpdates: [{ Delete }] }),
  )
  await expect.poll(hasIndex).toBe(false)
  const records = await readRecords()
  for (let from = 0; from < records.length; from += 25) {
    const puts = records.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }))
    await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }))
  }

  // The first start is stopped while it makes the index.
  const stopped = createTable(engine.endpoint, TableName).catch(() => 'stopped')
  await expect.poll(hasIndex, { interval: 5 }).toBe(true)
  await engine.close()
  await stopped
  client.destroy()
  return records
}

test.each([
  ['dynamodb-local', hasJava],
  ['dynoxide', dynoxideBinary() !== undefined],
] as const)(
  'npm start goes on with the data of an older release on %s',
  async (engine, isHere) => {
    if (!isHere) return
    // As the release before chose no engine.
    vi.stubEnv('POS_ENGINE', '')
    vi.stubEnv('AWS_REGION', 'us-east-1')
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
    onTestFinished(() => void vi.unstubAllEnvs())
    const dataDir = await mkdtemp(join(tmpdir(), 'pos-older-'))
    onTestFinished(() => removeFolder(dataDir))
    const records = await createOlderData(dataDir, engine)
    const system = runSystem({ POS_DATA_DIR: dataDir })
    const client = new Client(await system.url())
    const read = async (path: string) => {
      const { status, body } = await client.get(path)
      expect(status, path).toBe(200)
      return body
    }
    const { body } = await client.post('/auth/login', { name: 'Ana', pin: '4321' })
    const { userId } = body.user

    const sold = copies + 2
    const soldOn = records.find(({ kind }) => kind === 'store')?.createdAt.slice(0, 10)
    const today = new Date().toISOString().slice(0, 10)
    const days = `startDate=${soldOn}&endDate=${today}`
    expect(await read('/store/orders')).toHaveLength(sold)
    expect(await read('/orders/with-payments')).toHaveLength(sold + 1)
    expect(await read('/tickets')).toHaveLength(3)
    expect(await read('/payments')).toHaveLength(3)
    expect(await read('/tables')).toHaveLength(1)
    expect(await read('/shifts')).toHaveLength(1)
    const [order] = await read('/orders')
    const complete = await read(`/orders/${order.id}/complete`)
    expect(complete).toMatchObject({ failed: [] })
    const [product] = await read('/products')
    expect(product).toMatchObject({ quantity: 8, isBundle: false, taxId: null })
    const revenueBefore = 250 * sold
    expect(await read(`/reports?${days}`)).toMatchObject({
      totalRevenueCents: revenueBefore,
    })
    const exported: string = await read(`/reports/export?${days}&type=sales`)
    expect(exported.trim().split('\r\n')).toHaveLength(1 + sold)

    const sale = await client.post('/store/orders/checkout', {
      userId,
      items: [{ productId: product.id, quantity: 2, priceAtOrder: 250 }],
      paymentMethodId: methodId('Cash'),
      currencyId: usd,
      amount: 5,
    })
    expect(sale.status).toBe(201)
    expect((await read(`/products/${product.id}`)).quantity).toBe(6)
    const [newest] = await read('/orders/with-payments')
    expect(newest).toMatchObject({ id: sale.body.orderId, total: 5, number: 1 })
    expect(await read(`/reports?${days}`)).toMatchObject({
      totalRevenueCents: revenueBefore + 500,
    })
    const shift = await read('/shifts/open')
    const amounts = { finalAmount: 105, realAmount: 105 }
    expect((await client.post(`/shifts/${shift.id}/close`, amounts)).status).toBe(200)
    expect(await read(`/shifts/${shift.id}/z-report`)).toMatchObject({ cashSales: 5 })
    const { code, output } = await system.stop()
    expect(code).toBe(0)
    if (engine === 'dynoxide' || !dynoxideBinary()) return

    expect(output).toContain(
      `POS_DATA_DIR=${dataDir} npm run switch-engine" copies it over`,
    )
    const switched = await runSystem({ POS_DATA_DIR: dataDir }, [
      process.execPath,
      switchProgram,
    ]).ended
    expect(switched).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^\d{4} records are copied to dynoxide; .+ is kept as .+shared-local-instance\.db\..+Z\.$/m,
      ),
    })
    vi.stubEnv('JAVA_HOME', '/nowhere')
    const next = runSystem({ POS_DATA_DIR: dataDir })
    const after = new Client(await next.url())
    await after.post('/auth/login', { name: 'Ana', pin: '4321' })
    const bodyOf = async (path: string) => (await after.get(path)).body
    expect(await bodyOf('/store/orders')).toHaveLength(sold + 1)
    expect(await bodyOf(`/orders/${order.id}/complete`)).toEqual(complete)
    expect(await bodyOf(`/shifts/${shift.id}/z-report`)).toMatchObject({ cashSales: 5 })
    expect(next.output()).not.toContain('switch-engine')
    await next.stop()
  },
  180_000,
)
