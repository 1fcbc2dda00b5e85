import { randomUUID } from 'node:crypto'
import {
  CreateTableCommand,
  DynamoDBClient,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { expect, inject, test } from 'vitest'
import { transactionMeter } from './transaction-meter.ts'

const TableName = `meter-${randomUUID()}`
const endpoint = inject('dynamoDbEndpoint')
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

const meter = transactionMeter(endpoint)

/** Runs a transaction and returns its cost by DynamoDB Local and by the meter. */
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
  const steps: [what: string, TransactWriteItem][] = [
    ['a new item', put('a')],
    ['1.5 KB', put('b', { text: text(1_500) })],
    ['exactly 1 KB', put('c', { text: text(1024 - 'idctext'.length) })],
    ['a byte more', put('d', { text: text(1024 - 'idctext'.length + 1) })],
    ['numbers', put('n', { text: text(1_000), amount: { N: '-12345.678' } })],
    ['a document', put('m', { lines: { L: Array(100).fill({ M: { n: { N: '1' } } }) } })],
    ['a new index entry', put('i', { kind: { S: 'one' }, shown: { S: '1' } })],
    ['an attribute in the index', set('i', 'shown', '2')],
    ['an attribute outside the index', set('i', 'hidden', '2')],
    ['an index entry that moves', set('i', 'kind', 'two')],
    ['an item that shrinks', put('b')],
    ['a deletion with its index entry', remove('i')],
  ]
  for (const [what, write] of steps) {
    const { engine, metered } = await run(write)
    expect({ what, units: metered }).toEqual({ what, units: engine })
  }
})

test('the meter counts each of several items', async () => {
  const { metered } = await run(put('p'), put('q'), put('r', { kind: { S: 'one' } }))
  expect(metered).toBe(8)
})
