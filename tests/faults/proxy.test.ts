import { randomUUID } from 'node:crypto'
import {
  CreateTableCommand,
  DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { conflict, delay, failure, lostReply, lostRequest, throttle } from './fault.ts'
import { type FaultProxy, startFaultProxy, withoutRetries } from './proxy.ts'

const TableName = `faults-${randomUUID()}`
const proxy: FaultProxy = await startFaultProxy(inject('dynamoDbEndpoint'), {
  metersTransactions: true,
})

const clientWith = (maxAttempts: number) =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: proxy.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      maxAttempts,
    }),
  )
const once = clientWith(1)
const retrying = clientWith(3)

await once.send(
  new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  }),
)
await waitUntilTableExists({ client: once, maxWaitTime: 60, minDelay: 1 }, { TableName })

beforeEach(() => proxy.reset())
afterAll(() => proxy.close())

const put = (id: string, n = 1) => new PutCommand({ TableName, Item: { id, n } })
const stored = async (id: string) =>
  (await once.send(new GetCommand({ TableName, Key: { id }, ConsistentRead: true }))).Item
const transaction = (...ids: string[]) => {
  const TransactItems: TransactWriteCommandInput['TransactItems'] = ids.map((id) => ({
    Put: { TableName, Item: { id } },
  }))
  return new TransactWriteCommand({ TransactItems })
}

test('a transaction in conflict is cancelled with a reason for each item', async () => {
  proxy.inject({ operation: 'TransactWriteItems', fault: conflict })
  await expect(once.send(transaction('a', 'b'))).rejects.toMatchObject({
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
  })
  expect(await stored('a')).toBeUndefined()
  await once.send(transaction('a', 'b'))
  expect(await stored('b')).toEqual({ id: 'b' })
})

test.each([
  ['ThrottlingException', throttle],
  ['InternalServerError', failure],
])('%s fails one attempt, and a client with retries succeeds', async (name, fault) => {
  proxy.inject({ operation: 'PutItem', fault })
  await expect(once.send(put(name))).rejects.toMatchObject({ name })
  proxy.inject({ operation: 'PutItem', fault })
  await retrying.send(put(name, 2))
  expect(await stored(name)).toEqual({ id: name, n: 2 })
})

test('a call with a lost reply is executed, one with a lost request is not', async () => {
  proxy.inject({ operation: 'PutItem', nth: 1, fault: lostReply })
  proxy.inject({ operation: 'PutItem', nth: 2, fault: lostRequest })
  await expect(once.send(put('done'))).rejects.toThrow()
  await expect(once.send(put('undone'))).rejects.toThrow()
  expect(await stored('done')).toBeDefined()
  expect(await stored('undone')).toBeUndefined()
})

test('a fault is injected from the n-th matching call, as often as configured', async () => {
  proxy.inject({
    operation: 'PutItem',
    when: ({ Item }) => JSON.stringify(Item).includes('fits'),
    nth: 2,
    times: 2,
    fault: failure,
  })
  const outcomes: boolean[] = []
  for (const id of ['fits 1', 'other', 'fits 2', 'fits 3', 'fits 4']) {
    outcomes.push(
      await once.send(put(id)).then(
        () => true,
        () => false,
      ),
    )
  }
  expect(outcomes).toEqual([true, true, false, false, true])
})

test('what the SDK tries again is one call of the product', async () => {
  proxy.inject({ operation: 'PutItem', fault: failure })
  await retrying.send(put('again'))
  expect(proxy.calls()).toHaveLength(2)
  expect(withoutRetries(proxy.calls())).toMatchObject([{ status: 200 }])
})

test('what the SDK tries again only because it took long counts once for a fault', async () => {
  const impatient = clientWith(3)
  let attempts = 0
  impatient.middlewareStack.add(
    (next) => async (args) => {
      const output = await next(args)
      attempts += 1
      if (attempts > 1) return output
      throw Object.assign(new Error('too late'), { name: 'TimeoutError' })
    },
    { step: 'finalizeRequest', priority: 'low' },
  )
  proxy.inject({ operation: 'PutItem', nth: 2, fault: failure })
  await impatient.send(put('slow'))
  expect(attempts).toBe(2)
  await expect(once.send(put('next'))).rejects.toMatchObject({
    name: 'InternalServerError',
  })
})

test('a delayed call takes longer', async () => {
  proxy.inject({ fault: delay(150) })
  const startMs = performance.now()
  await once.send(put('late'))
  expect(performance.now() - startMs).toBeGreaterThan(140)
})

test('calls are recorded with their capacity units, even if the request did not ask for them', async () => {
  await once.send(put('x'.repeat(1_500)))
  await once.send(transaction('t1', 't2'))
  await stored('t1')
  const costs = proxy.calls().map(({ operation, status, capacityUnits }) => ({
    operation,
    status,
    capacityUnits,
  }))
  expect(costs).toEqual([
    { operation: 'PutItem', status: 200, capacityUnits: 2 },
    { operation: 'TransactWriteItems', status: 200, capacityUnits: 4 },
    { operation: 'GetItem', status: 200, capacityUnits: 1 },
  ])
})
