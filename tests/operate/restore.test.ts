import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openShopApi, type ShopApi } from '../../infra/local/shop.ts'
import { adoptionFaults } from '../../infra/operate/adoption.ts'
import {
  describeTable,
  mendTimeToLive,
  schemaOf,
} from '../../infra/operate/table-settings.ts'
import { layoutVersion } from '../../shared/platform/dynamodb/schema-version.ts'
import { type Answer, Client } from '../support/client.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { openTill } from '../support/till.ts'

/*
 * The restore of docs/runbook.md as far as the local engine can: an export stands in for
 * the restore to a point in time, which DynamoDB Local does not have.
 */
let shop: Shop
let restored: ShopApi
let admin: Client
const restoredTable = `restored-${randomUUID()}`

/** The till repeats the sale of this key after the restore. */
const key = { 'idempotency-key': randomUUID() }
let productId: string
let sale: Answer
let lost: Answer
let cart: object

beforeAll(async () => {
  shop = await openShop()
  const till = await openTill(shop)
  productId = await till.createProduct(10, 'Green tea')
  cart = till.cart(productId, 3)
  sale = await till.admin.post('/store/orders/checkout', cart, key)
  const file = join(shop.dataDir, 'exported')
  await exportTable(process.env.TABLE_NAME ?? '', file)
  lost = await till.checkout(till.cart(productId, 5))
  await restoreTable(file, process.env.TABLE_NAME ?? '', restoredTable)
})
afterAll(async () => {
  await restored.close()
  await shop.close()
})

/** Writes all records to a file. */
async function exportTable(TableName: string, file: string) {
  const items = []
  const pages = paginateScan(
    { client: new DynamoDBClient({}) },
    { TableName, ConsistentRead: true },
  )
  for await (const { Items = [] } of pages) items.push(...Items)
  await writeFile(file, serialize(items))
}

/** Makes a table with keys and indexes of another, as a restore does, from a file. */
async function restoreTable(file: string, from: string, TableName: string) {
  const client = new DynamoDBClient({})
  const { Table } = await client.send(new DescribeTableCommand({ TableName: from }))
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(
        ({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }),
      ),
    }),
  )
  const items = deserialize(await readFile(file)) as Record<string, never>[]
  for (let at = 0; at < items.length; at += 25) {
    const puts = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }))
    await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: puts } }))
  }
}

it('the deploy command finds that the restored table lacks its TTL, and mends it', async () => {
  const table = await describeTable(restoredTable)
  if (!table) throw new Error('no restored table')
  expect(adoptionFaults(restoredTable, table)).toEqual([])
  expect(table.hasTimeToLive).toBe(false)
  await mendTimeToLive(restoredTable, table)
  const { TimeToLiveDescription } = await new DynamoDBClient({}).send(
    new DescribeTimeToLiveCommand({ TableName: restoredTable }),
  )
  expect(TimeToLiveDescription?.AttributeName).toBe('expiresAt')
  expect((await schemaOf(restoredTable)).layout).toBe(layoutVersion)
})

it('the shop starts on it with the same secrets, and the same PIN opens it', async () => {
  restored = await openShopApi({
    port: 0,
    tableName: restoredTable,
    dynamoDbEndpoint: inject('dynamoDbEndpoint'),
    queuesEndpoint: inject('queuesEndpoint'),
    secretsFile: join(shop.dataDir, 'secrets.json'),
    options: { ACCESS_TOKEN_SECONDS: '3600' },
  })
  admin = new Client(restored.url)
  const { status } = await admin.post('/auth/login', owner)
  expect(status).toBe(200)
})

it('has what was sold before that point, and nothing after it', async () => {
  const { body } = await admin.get('/orders/with-payments')
  const orders = body.map(({ orderId, id = orderId }: Record<string, string>) => id)
  expect(orders).toEqual([sale.body.orderId])
  expect((await admin.get(`/products/${productId}`)).body.quantity).toBe(7)
  expect((await admin.get(`/store/orders/${lost.body.orderId}`)).status).toBe(404)
})

it('sells on: a repeated request is still the same sale, a new one a new sale', async () => {
  const repeated = await admin.post('/store/orders/checkout', cart, key)
  expect(repeated.body).toEqual(sale.body)
  const next = await admin.post('/store/orders/checkout', cart)
  expect(next.status).toBe(201)
  expect((await admin.get(`/products/${productId}`)).body.quantity).toBe(4)
})
