import { conditionOf } from './conditions.ts'
import { invalid } from './errors.ts'
import { type Parameters, placeholdersOf, refuseUnknown } from './requests.ts'
import type { Partitions } from './rows.ts'
import { type Attributes, isMap, itemSize, stored, textOrder } from './values.ts'

/** What a query reads: the table's own keys, or those of an index. */
export type Keys = { readonly pk: string; readonly sk: string; readonly isIndex: boolean }

/** The most that a page of a query holds. */
const maxPageBytes = 1024 * 1024

/** One page of a query. */
export function query(rows: Partitions, keys: Keys, parameters: Parameters) {
  refuseUnknown(parameters, [
    'TableName',
    'IndexName',
    'ConsistentRead',
    'KeyConditionExpression',
    'ExpressionAttributeNames',
    'ExpressionAttributeValues',
    'ScanIndexForward',
    'Limit',
    'ExclusiveStartKey',
  ])
  if (keys.isIndex && parameters.ConsistentRead) {
    throw invalid('Consistent reads are not supported on global secondary indexes')
  }
  const expression = String(parameters.KeyConditionExpression)
  const given = placeholdersOf(parameters, [expression])
  const partition = partitionIn(expression, keys, given)
  const found = rows.of(partition).values()
  const answering = found.filter(conditionOf(expression, given))
  if (parameters.ScanIndexForward === false) answering.reverse()
  return page(afterStart(answering, keys, parameters), keys, parameters)
}

const partitionKey = /^\s*(\S+)\s*=\s*(:\w+)/

function partitionIn(
  expression: string,
  keys: Keys,
  { names, values }: ReturnType<typeof placeholdersOf>,
): string {
  const [, name = '', value = ''] = partitionKey.exec(expression) ?? []
  const partition = values[value]
  if ((names[name] ?? name) !== keys.pk || typeof partition !== 'string') {
    throw invalid('Query condition missed key schema element')
  }
  return partition
}

/** The items behind the start key in the query's direction. */
function afterStart(
  items: readonly Attributes[],
  keys: Keys,
  { ExclusiveStartKey: start, ScanIndexForward }: Parameters,
): readonly Attributes[] {
  if (start === undefined) return items
  if (!isMap(start)) throw invalid('The provided starting key is invalid')
  const direction = ScanIndexForward === false ? -1 : 1
  const compare = (item: Attributes) =>
    [keys.sk, 'pk', 'sk'].reduce(
      (found, name) => found || textOrder(textOf(item[name]), textOf(start[name])),
      0,
    )
  return items.filter((item) => compare(item) * direction > 0)
}

function page(items: readonly Attributes[], keys: Keys, { Limit }: Parameters) {
  const limit = typeof Limit === 'number' ? Limit : Number.POSITIVE_INFINITY
  const taken: Attributes[] = []
  let bytes = 0
  for (const item of items) {
    bytes += itemSize(item)
    taken.push(item)
    if (taken.length >= limit || bytes >= maxPageBytes) break
  }
  const last = taken.at(-1)
  const isCut = taken.length >= limit || taken.length < items.length
  return {
    Items: stored(taken) as Attributes[],
    Count: taken.length,
    ...(isCut && last && { LastEvaluatedKey: keyOf(last, keys) }),
  }
}

/** Keys are texts. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const keyOf = (item: Attributes, keys: Keys) =>
  Object.fromEntries(['pk', 'sk', keys.pk, keys.sk].map((name) => [name, item[name]]))
