import { setTimeout as sleep } from 'node:timers/promises'
import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { backoffMs } from '../../backoff.ts'
import { Failure } from '../../failure.ts'
import { limitConcurrency } from '../../limit-concurrency.ts'
import { send, TableName } from './client.ts'
import type { Item, Key } from './keys.ts'
import { type Page, unreadableCursor } from './page.ts'

/** One record, strongly consistent; undefined when there is none. */
export async function read<T extends Item>(key: Key): Promise<T | undefined> {
  const { Item: item } = await send(
    new GetCommand({ TableName: TableName(), Key: key, ConsistentRead: true }),
  )
  return item as T | undefined
}

/** Pauses before the keys that DynamoDB left unprocessed are read again. */
const backoff = { baseMs: 25, capMs: 3_200 }

/** The most keys that DynamoDB takes in one call. */
const maxKeys = 100

/** Calls of one `readMany` that run at the same time. */
const maxCalls = 4

/**
 * Records, strongly consistent, in the order of the keys; undefined where there is none. Up
 * to 400 of them take one round trip. The records of several kinds are a tuple:
 * `readMany<[User, Role]>`.
 */
export async function readMany<Records extends readonly Item[] = Item[]>(
  keys: readonly Key[],
): Promise<{ [At in keyof Records]: Records[At] | undefined }> {
  const wanted = distinct(keys)
  const limit = limitConcurrency(maxCalls)
  const batches = Array.from({ length: Math.ceil(wanted.length / maxKeys) }, (_, at) =>
    wanted.slice(at * maxKeys, (at + 1) * maxKeys),
  )
  const read = await Promise.all(batches.map((batch) => limit(() => readBatch(batch))))
  const found = new Map(read.flat().map((item) => [name(item), item]))
  const records: unknown = keys.map((key) => found.get(name(key)))
  return records as { [At in keyof Records]: Records[At] | undefined }
}

async function readBatch(keys: readonly Key[]): Promise<Item[]> {
  const found: Item[] = []
  let wanted = [...keys]
  for (let attempt = 0; wanted.length > 0; attempt += 1) {
    if (attempt === 8) throw new Failure('storageUnavailable')
    if (attempt > 0) await sleep(backoffMs(attempt, backoff))
    const table = TableName()
    const { Responses, UnprocessedKeys } = await send(
      new BatchGetCommand({
        RequestItems: { [table]: { Keys: wanted, ConsistentRead: true } },
      }),
    )
    found.push(...((Responses?.[table] ?? []) as Item[]))
    wanted = (UnprocessedKeys?.[table]?.Keys ?? []) as Key[]
  }
  return found
}

/** A query of one partition of the table or of an index. */
export type QueryInput = {
  readonly pk: string
  readonly prefix?: string
  /** Sort key bounds, both included; reversed ones hold nothing. */
  readonly between?: readonly [from: string, to: string] | undefined
  readonly index?: Index
  readonly newestFirst?: boolean
  /** Selects the records to return; the others are read and left out. */
  readonly where?: ((item: never) => boolean) | undefined
}

/** An index's name and the attributes that are its key. */
export type Index = {
  readonly name: string
  readonly pk: string
  readonly sk: string
}

/**
 * All records of a query, or a page of them, in the order of their sort keys. The cost
 * grows with the rows returned.
 */
export async function readAll<T extends Item>(
  question: QueryInput,
  page?: Page,
): Promise<T[]> {
  const { index, where, between } = question
  // DynamoDB refuses such bounds: a time zone may skip a whole day
  if (between && between[0] > between[1]) return page ? page.take([], () => '') : []
  const input = queryOf(question, page)
  const sortKey = (item: Item) => String(item[index?.sk ?? 'sk'])
  const answers = (item: Item) =>
    sortKey(item) !== page?.after && (where?.(item as never) ?? true)
  const items: Item[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await send(
      new QueryCommand({ ...input, ExclusiveStartKey: from }),
    )
    items.push(...(Items as Item[]).filter(answers))
    from = LastEvaluatedKey
  } while (from && !(page && items.length > page.limit))
  return (page ? page.take(items, sortKey) : items) as T[]
}

function queryOf(question: QueryInput, page?: Page): QueryCommandInput {
  const { pk, index, newestFirst, where } = question
  const bounds = boundsOf(question, page?.after)
  return {
    TableName: TableName(),
    ...(index ? { IndexName: index.name } : { ConsistentRead: true }),
    KeyConditionExpression: `#pk = :pk${bounds ? ' AND #sk BETWEEN :from AND :to' : ''}`,
    ExpressionAttributeNames: {
      '#pk': index?.pk ?? 'pk',
      ...(bounds && { '#sk': index?.sk ?? 'sk' }),
    },
    ExpressionAttributeValues: {
      ':pk': pk,
      ...(bounds && { ':from': bounds[0], ':to': bounds[1] }),
    },
    ScanIndexForward: !newestFirst,
    // One row before the page and one after it are read as well.
    Limit: page ? Math.max(page.limit + 2, where ? filteredAtOnce : 0) : rowsAtOnce,
  }
}

/**
 * Rows per query of a whole list: about the 1 MB that DynamoDB returns at most. Its local
 * engine reads to the end of the list in every query without a limit.
 */
const rowsAtOnce = 2_000

/** Rows per query when a filter may drop most of them. */
const filteredAtOnce = 500

/** Sort keys are ASCII; only the end of a prefix sorts higher. */
const [lowest, highest] = ['!', '\u{10ffff}']

/** The sort key bounds of a query and a page's start, both included. */
function boundsOf(
  { prefix, between, newestFirst }: QueryInput,
  after: string | undefined,
): readonly [from: string, to: string] | undefined {
  if (!between && !prefix && after === undefined) return undefined
  const [from, to] = between ?? [prefix ?? lowest, `${prefix ?? ''}${highest}`]
  if (after === undefined) return [from, to]
  if (after < from || after > to) throw unreadableCursor()
  return newestFirst ? [from, after] : [after, to]
}

const name = ({ pk, sk }: Key) => `${pk}\n${sk}`

const distinct = (keys: readonly Key[]): Key[] => [
  ...new Map(keys.map((key) => [name(key), { pk: key.pk, sk: key.sk }])).values(),
]
