import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { beforeAll, expect, inject, test } from 'vitest'
import { createTable } from '../../infra/local/table.ts'
import { textOf } from '../architecture/sources.ts'

/*
 * The engines of the table differ from each other only as docs/decisions/one-machine.md
 * lists it, with the reasons. This runs on either; `npm run test:judge` takes DynamoDB Local.
 */
const endpoint = inject('dynamoDbEndpoint')
const TableName = `differences-${randomUUID()}`
const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  }),
)
const ReturnConsumedCapacity = 'INDEXES'
const Key = { pk: 'A', sk: '1' }

beforeAll(async () => {
  process.env.AWS_REGION ??= 'us-east-1'
  process.env.AWS_ACCESS_KEY_ID ??= 'local'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'local'
  await createTable(endpoint, TableName)
})

const names = Array.from({ length: 20 }, (_, at) => `attribute${at}`)

const put = (attributes: object = {}) =>
  client.send(new PutCommand({ TableName, Item: { ...Key, ...attributes } }))

const get = async () =>
  (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item ?? {}

/** Changes an item with a list in a transaction; `succeeds`, or the name of the error. */
const change = async (UpdateExpression: string, ConditionExpression?: string) => {
  await put({ entries: ['first'], n: 1 })
  const ExpressionAttributeValues = { ':value': ['changed'] }
  const Update = {
    TableName,
    Key,
    UpdateExpression,
    ConditionExpression,
    ExpressionAttributeValues,
  }
  return client.send(new TransactWriteCommand({ TransactItems: [{ Update }] })).then(
    () => 'succeeds',
    ({ name }: Error) => name,
  )
}

/** Behaviour of an engine in cases that the two treat differently, in the page's words. */
const cases: Readonly<Record<string, () => Promise<string>>> = {
  'order of attributes': async () => {
    await put(Object.fromEntries(names.map((name) => [name, 1])))
    const reads = await Promise.all(Array.from({ length: 8 }, get))
    const orders = new Set(reads.map((item) => Object.keys(item).join()))
    return orders.size > 1 ? 'changes from read to read' : 'always the same'
  },
  'BatchGetItem of an item that does not exist': async () => {
    const Keys = [{ pk: 'none', sk: '1' }]
    const RequestItems = { [TableName]: { Keys, ConsistentRead: true } }
    const { ConsumedCapacity: [cost] = [] } = await client.send(
      new BatchGetCommand({ RequestItems, ReturnConsumedCapacity }),
    )
    return `capacity ${cost?.CapacityUnits}`
  },
  'Query without a match': async () => {
    const { ConsumedCapacity } = await client.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :none',
        ExpressionAttributeValues: { ':none': 'none' },
        ReturnConsumedCapacity,
      }),
    )
    return `capacity ${ConsumedCapacity?.CapacityUnits}`
  },
  'index entry of 1 KB in a transaction': async () => {
    const Item = { pk: 'B', sk: '1', kind: 'store', listedAt: '2026' }
    const { ConsumedCapacity: [cost] = [] } = await client.send(
      new TransactWriteCommand({
        TransactItems: [{ Put: { TableName, Item } }],
        ReturnConsumedCapacity,
      }),
    )
    const [index] = Object.values(cost?.GlobalSecondaryIndexes ?? {})
    return `capacity ${index?.CapacityUnits}`
  },
  'update of overlapping paths in a transaction': () =>
    change('SET entries = :value REMOVE entries[0]'),
  'comparison with a list in a condition': () => change('SET x = :value', 'n < :value'),
  'SET beyond the end of a list': async () => {
    await change('SET entries[4] = :value')
    return `${(await get()).entries.length} entries of 2`
  },
  'request without X-Amz-Date': async () => {
    const { status } = await fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization:
          'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, ' +
          'SignedHeaders=host, Signature=none',
        'x-amz-target': 'DynamoDB_20120810.ListTables',
        'content-type': 'application/x-amz-json-1.0',
      },
      body: '{}',
    })
    return String(status)
  },
  'browser that asks for a page of another origin': async () => {
    const { headers } = await fetch(endpoint, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://page.example',
        'access-control-request-method': 'POST',
      },
    })
    return headers.has('access-control-allow-origin') ? 'allowed' : 'refused'
  },
  'GET /': async () => String((await fetch(endpoint)).status),
}

const rows = [
  ...textOf('docs/decisions/one-machine.md').matchAll(
    /^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| [^|]{5,} \|$/gm,
  ),
]
  .slice(1)
  .map(([, title = '', dynoxide = '', official = '']) => ({ title, dynoxide, official }))

test('the page lists every known difference', () => {
  expect(rows.map(({ title }) => title)).toEqual(Object.keys(cases))
})

test.each(rows)('$title', async ({ title, dynoxide, official }) => {
  const expected = inject('tableEngine') === 'dynoxide' ? dynoxide : official
  expect(await cases[title]?.()).toBe(expected)
})
