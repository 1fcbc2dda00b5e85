import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { localAws } from '../../infra/local/join.ts'
import { followStream } from '../../infra/local/stream.ts'
import { createTable } from '../../infra/local/table.ts'
import { changeOf } from '../../shared/events/changes/committed-change.ts'
import { deleteTable } from '../support/delete-table.ts'
import { eventually } from '../support/eventually.ts'

const endpoint = inject('dynamoDbEndpoint')
let tableName: string
let table: DynamoDBClient
let open: { close: () => Promise<void>; nudge: () => void }[] = []

beforeEach(async () => {
  Object.assign(process.env, localAws, { AWS_ENDPOINT_URL_DYNAMODB: endpoint })
  tableName = `stream-${randomUUID()}`
  table = new DynamoDBClient({ endpoint })
  await createTable(endpoint, tableName, { hasStream: true })
})

afterEach(async () => {
  for (const { close } of open) await close()
  open = []
  await deleteTable(tableName)
})

const put = (pk: string, sk: string, n = 0) =>
  table.send(
    new PutItemCommand({
      TableName: tableName,
      Item: { pk: { S: pk }, sk: { S: sk }, n: { N: String(n) } },
    }),
  )

/** Follows the table's products; the worker does what is given. */
function follow(
  worker: (records: readonly DynamoDBRecord[]) => readonly string[],
  positionFile?: string,
) {
  const following = followStream({
    endpoint,
    tableName,
    followed: { partitions: ['PRODUCT'], sortKeys: [] },
    invoke: async (event) => {
      const { Records } = event as { Records: DynamoDBRecord[] }
      return {
        batchItemFailures: worker(Records).map((itemIdentifier) => ({ itemIdentifier })),
      }
    },
    positionFile,
  })
  open.push(following)
  return following
}

const namesOf = (records: readonly DynamoDBRecord[]) =>
  records.map((record) => changeOf(record).change.key.sk)

it('delivers what is followed of every shop, in order, with both images', async () => {
  const seen: DynamoDBRecord[] = []
  const { nudge } = follow((records) => {
    seen.push(...records)
    return []
  })
  await put('PRODUCT', 'a', 1)
  await put('IDEMPOTENCY#1', 'ANSWER')
  await put('PRODUCT', 'a', 2)
  await put('@corner#PRODUCT', 'b', 3)
  const Key = { pk: { S: 'PRODUCT' }, sk: { S: 'a' } }
  await table.send(new DeleteItemCommand({ TableName: tableName, Key }))
  nudge()
  await eventually(() => expect(seen).toHaveLength(4))
  expect(
    seen
      .map(changeOf)
      .map(({ shop, change: { key, before, after } }) => [
        shop,
        key.pk,
        before?.n,
        after?.n,
      ]),
  ).toEqual([
    [undefined, 'PRODUCT', undefined, 1],
    [undefined, 'PRODUCT', 1, 2],
    ['corner', 'PRODUCT', undefined, 3],
    [undefined, 'PRODUCT', 2, undefined],
  ])
  expect(
    Math.abs(changeOf(seen[0] as DynamoDBRecord).change.atMs - Date.now()),
  ).toBeLessThan(120_000)
})

it('repeats a batch from where it failed, until it succeeds', async () => {
  for (const name of ['a', 'b', 'c']) await put('PRODUCT', name)
  const batches: string[][] = []
  follow((records) => {
    batches.push(namesOf(records))
    if (batches.length === 1) throw new Error('killed')
    if (batches.length === 3) return [String(records[1]?.dynamodb?.SequenceNumber)]
    return []
  })
  await eventually(() => expect(batches).toHaveLength(4))
  // Halved after the first invocation was killed
  expect(batches).toEqual([['a', 'b', 'c'], ['a'], ['b', 'c'], ['c']])
})

it('goes on after a restart where it was', async () => {
  const positionFile = join(await mkdtemp(join(tmpdir(), 'stream-')), 'position.json')
  const seen: string[] = []
  const collect = (records: readonly DynamoDBRecord[]) => {
    seen.push(...namesOf(records))
    return []
  }
  await put('PRODUCT', 'a')
  const first = follow(collect, positionFile)
  await eventually(() => expect(seen).toEqual(['a']))
  await first.close()
  await put('PRODUCT', 'b')
  follow(collect, positionFile)
  await eventually(() => expect(seen).toEqual(['a', 'b']))
})

it('a table of an earlier release gets its stream', async () => {
  const earlier = `earlier-${randomUUID()}`
  await createTable(endpoint, earlier)
  await createTable(endpoint, earlier, { hasStream: true })
  await deleteTable(tableName)
  tableName = earlier
  const seen: string[] = []
  follow((records) => {
    seen.push(...namesOf(records))
    return []
  })
  await put('PRODUCT', 'new')
  await eventually(() => expect(seen).toEqual(['new']))
})
