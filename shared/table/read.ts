import { setTimeout as sleep } from 'node:timers/promises'
import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { Failure } from '../failure.ts'
import { send, TableName } from './client.ts'
import type { Item, Key } from './keys.ts'

/** One record, strongly consistent; undefined when there is none. */
export async function read<T extends Item>(key: Key): Promise<T | undefined> {
  const { Item: item } = await send(
    new GetCommand({ TableName: TableName(), Key: key, ConsistentRead: true }),
  )
  return item as T | undefined
}

/** Up to 100 records in one round trip, strongly consistent, in the order of the keys. */
export async function readMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>()
  let wanted: Key[] = distinct(keys)
  for (let attempt = 0; wanted.length > 0; attempt += 1) {
    if (attempt === 8) throw new Failure('storage')
    if (attempt > 0) await sleep(Math.random() * 25 * 2 ** attempt)
    const table = TableName()
    const { Responses, UnprocessedKeys } = await send(
      new BatchGetCommand({
        RequestItems: { [table]: { Keys: wanted, ConsistentRead: true } },
      }),
    )
    for (const item of (Responses?.[table] ?? []) as Item[]) found.set(name(item), item)
    wanted = (UnprocessedKeys?.[table]?.Keys ?? []) as Key[]
  }
  return keys.map((key) => found.get(name(key)))
}

/** What a query asks of one partition of the table or of an index. */
export type Question = {
  readonly pk: string
  readonly prefix?: string
  /** Sort key bounds, both included. */
  readonly between?: readonly [from: string, to: string]
  readonly index?: Index
  readonly newestFirst?: boolean
}

/** An index's name and the attributes that are its key. */
export type Index = {
  readonly name: string
  readonly pk: string
  readonly sk: string
}

/** All records that answer a question, page after page; the cost is the rows returned. */
export async function readAll<T extends Item>(question: Question): Promise<T[]> {
  const input = queryOf(question)
  const items: T[] = []
  let from: Record<string, unknown> | undefined
  do {
    const page = await send(new QueryCommand({ ...input, ExclusiveStartKey: from }))
    items.push(...((page.Items ?? []) as T[]))
    from = page.LastEvaluatedKey
  } while (from)
  return items
}

function queryOf({
  pk,
  prefix,
  between,
  index,
  newestFirst,
}: Question): QueryCommandInput {
  const range = between
    ? ' AND #sk BETWEEN :from AND :to'
    : prefix
      ? ' AND begins_with(#sk, :prefix)'
      : ''
  return {
    TableName: TableName(),
    ...(index ? { IndexName: index.name } : { ConsistentRead: true }),
    KeyConditionExpression: `#pk = :pk${range}`,
    ExpressionAttributeNames: {
      '#pk': index?.pk ?? 'pk',
      ...(range && { '#sk': index?.sk ?? 'sk' }),
    },
    ExpressionAttributeValues: {
      ':pk': pk,
      ...(between
        ? { ':from': between[0], ':to': between[1] }
        : prefix && { ':prefix': prefix }),
    },
    ScanIndexForward: !newestFirst,
  }
}

const name = ({ pk, sk }: Key) => `${pk}\n${sk}`

const distinct = (keys: readonly Key[]): Key[] => [
  ...new Map(keys.map((key) => [name(key), { pk: key.pk, sk: key.sk }])).values(),
]
