import { randomUUID } from 'node:crypto'
import {
  CreateTableCommand,
  DynamoDBClient,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { expect, inject, test } from 'vitest'
import { tableKeys } from './table-keys.ts'
import { transactionMeter } from './transaction-meter.ts'

const TableName = `meter-${randomUUID()}`
const endpoint = inject('dynamoDbEndpoint')
const isOfficial = inject('tableEngine') === 'dynamodb-local'
const client = new DynamoDBClient({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})
const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const })

await client.send(
  new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [string('id'), string('kind')],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'kinds',
        KeySchema: [{ AttributeName: 'kind', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['shown'] },
      },
    ],
  }),
)

const put = (id: string, rest: object = {}): TransactWriteItem => ({
  Put: { TableName, Item: { id: { S: id }, ...rest } },
})
const set = (id: string, name: string, S: string): TransactWriteItem => ({
  Update: {
    TableName,
    Key: { id: { S: id } },
    UpdateExpression: 'SET #name = :value',
    ExpressionAttributeNames: { '#name': name },
    ExpressionAttributeValues: { ':value': { S } },
  },
})
const remove = (id: string): TransactWriteItem => ({
  Delete: { TableName, Key: { id: { S: id } } },
})

const meter = transactionMeter(tableKeys(endpoint))

/** Runs a transaction and returns its cost by the engine and by the meter. */
async function run(...TransactItems: TransactWriteItem[]) {
  let engine = 0
  const metered = await meter.measure(TransactItems, async () => {
    const { ConsumedCapacity: [cost] = [] } = await client.send(
      new TransactWriteItemsCommand({ TransactItems, ReturnConsumedCapacity: 'TOTAL' }),
    )
    engine = cost?.CapacityUnits ?? 0
  })
  return { engine, metered }
}

test('the meter agrees with DynamoDB Local for a single item', async () => {
  const text = (length: number) => ({ S: 'x'.repeat(length) })
  const steps: [what: string, units: number, TransactWriteItem][] = [
    ['a new item', 2, put('a')],
    ['1.5 KB', 4, put('b', { text: text(1_500) })],
    ['exactly 1 KB', 2, put('c', { text: text(1024 - 'idctext'.length) })],
    ['a byte more', 4, put('d', { text: text(1024 - 'idctext'.length + 1) })],
    ['numbers', 2, put('n', { text: text(1_000), amount: { N: '-12345.678' } })],
    [
      'a document',
      2,
      put('m', { lines: { L: Array(100).fill({ M: { n: { N: '1' } } }) } }),
    ],
    ['a new index entry', 4, put('i', { kind: { S: 'one' }, shown: { S: '1' } })],
    ['an attribute in the index', 4, set('i', 'shown', '2')],
    ['an attribute outside the index', 2, set('i', 'hidden', '2')],
    ['an index entry that moves', 6, set('i', 'kind', 'two')],
    ['an item that shrinks', 4, put('b')],
    ['a deletion with its index entry', 4, remove('i')],
  ]
  for (const [what, units, write] of steps) {
    const { engine, metered } = await run(write)
    expect({ what, units: metered }).toEqual({ what, units })
    if (isOfficial) expect({ what, units: engine }).toEqual({ what, units })
  }
})

test('the meter counts each of several items', async () => {
  const { metered } = await run(put('p'), put('q'), put('r', { kind: { S: 'one' } }))
  expect(metered).toBe(8)
})
