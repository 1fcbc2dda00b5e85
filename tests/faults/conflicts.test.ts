import { randomUUID } from 'node:crypto'
import {
  CreateTableCommand,
  DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactGetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, expect, inject, test } from 'vitest'
import { startFaultProxy } from './proxy.ts'

const TableName = `conflicts-${randomUUID()}`
const busyMs = 5_000
const proxy = await startFaultProxy(inject('dynamoDbEndpoint'), { busyMs })
afterAll(() => proxy.close())

const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    endpoint: proxy.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  }),
)
await client.send(
  new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  }),
)
await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName })

const put = (id: string) => ({ Put: { TableName, Item: { id } } })
const check = (id: string) => ({
  ConditionCheck: {
    TableName,
    Key: { id },
    ConditionExpression: 'attribute_not_exists(gone)',
  },
})
const transact = (
  TransactItems: NonNullable<TransactWriteCommandInput['TransactItems']>,
  ClientRequestToken?: string,
) => client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken }))
const stored = async (id: string) =>
  (await client.send(new GetCommand({ TableName, Key: { id }, ConsistentRead: true })))
    .Item

const none = { Code: 'None' }
const conflict = {
  Code: 'TransactionConflict',
  Message: 'Transaction is ongoing for the item',
}
const cancelledBy = (...CancellationReasons: object[]) => ({
  name: 'TransactionCanceledException',
  CancellationReasons,
})

test('a transaction refuses at once what names its records, and takes nothing else up', async () => {
  const token = randomUUID()
  const startMs = performance.now()
  const running = transact([put('a'), check('b')], token)
  await expect.poll(() => stored('a'), { interval: 20 }).toEqual({ id: 'a' })

  const other = transact([put('free')])
  await expect(transact([put('c'), put('a'), check('b')])).rejects.toMatchObject(
    cancelledBy(none, conflict, conflict),
  )
  await expect(transact([check('b')])).rejects.toMatchObject(cancelledBy(conflict))
  const refused = { name: 'TransactionConflictException' }
  const single = new PutCommand({ TableName, Item: { id: 'b' } })
  await expect(client.send(single)).rejects.toMatchObject(refused)
  const removal = new DeleteCommand({ TableName, Key: { id: 'a' } })
  await expect(client.send(removal)).rejects.toMatchObject(refused)
  const Get = { TableName, Key: { id: 'a' } }
  await expect(
    client.send(new TransactGetCommand({ TransactItems: [{ Get }] })),
  ).rejects.toMatchObject(cancelledBy(conflict))
  await expect(transact([put('a'), check('b')], token)).rejects.toMatchObject({
    name: 'TransactionInProgressException',
  })
  await client.send(new PutCommand({ TableName, Item: { id: 'single' } }))
  expect(await stored('c')).toBeUndefined()

  await Promise.all([running, other])
  expect(performance.now() - startMs).toBeGreaterThan(busyMs - 100)
  await transact([put('c'), put('a')])
  expect(await stored('c')).toEqual({ id: 'c' })
})
