import fc from 'fast-check'
import { tableSchema } from '../../../../shared/dynamodb/schema.ts'
import type { Parameters } from './requests.ts'

/** A request of either engine. */
export type Operation = {
  readonly kind: 'transact' | 'put' | 'get' | 'batch' | 'query'
  readonly parameters: Parameters
}

const TableName = 'TABLE'

const key = fc.record({
  pk: fc.constantFrom('A', 'B'),
  sk: fc.constantFrom('1', '2', '\u{e000}', '\u{10000}'),
})

const text = fc.constantFrom('', 'a', 'ab', 'ä', '\u{ffff}', '\u{1f600}')
const count = fc.integer({ min: -3, max: 3 })
const entry = fc.record({ id: text, n: count })
const any = fc.oneof(
  text,
  count,
  fc.boolean(),
  fc.constant(null),
  fc.constant(1.5),
  fc.uint8Array({ maxLength: 3 }),
  fc.array(entry, { maxLength: 3 }),
  entry,
)

const attributes = fc.record(
  {
    n: fc.oneof({ arbitrary: count, weight: 4 }, { arbitrary: any, weight: 1 }),
    other: count,
    list: fc.array(entry, { maxLength: 3 }),
    map: entry,
    any,
    kind: fc.constantFrom('store', 'restaurant'),
    ofUser: fc.constantFrom('store', 'restaurant'),
    ofTable: fc.constantFrom('store', 'restaurant'),
    ofStatus: fc.constantFrom('store', 'restaurant'),
    listedAt: fc.constantFrom('2030-01-01', '2030-01-02', '2030-01-03'),
    id: text,
    sale: text,
    hidden: text,
    expiresAt: fc.constant(4_000_000_000),
  },
  { requiredKeys: [] },
)

/** Every shape of condition that the product sends, and their mistakes. */
export const conditions = [
  'attribute_exists(pk)',
  'attribute_not_exists(pk)',
  'attribute_exists(pk) AND (#n >= :n)',
  'attribute_exists(pk) AND (#n <= :n AND #other = :any)',
  '#n = :n',
  '#any = :any',
  '#any <> :any',
  'attribute_not_exists(pk) OR #n < :n OR (#other = :n AND #n > :n AND #any = :any)',
  'attribute_not_exists(#map) OR #map.#id <> :any OR #map = :entry',
  '#map.#n = :n',
  '#list[0] = :entry AND attribute_exists(#n)',
  '#list[1] = :entry',
  'size(#list) <= :n',
  'size(#any) > :n',
  '#n IN (:n, :any)',
  '#n >= :n AND NOT #other = :n',
  '(attribute_exists(pk)) AND (#n = :n OR attribute_not_exists(#n))',
  '#n < :any',
  '#any BETWEEN :n AND :any',
  '#n = ',
]

/** Every shape of update that the product sends, and their mistakes. */
export const updates = [
  'SET #n = :n',
  'SET #n = :n, #any = :any REMOVE #map',
  'SET #n = #n + :n, #other = #n + :n',
  'SET #n = #other - :n',
  'SET #n = if_not_exists(#n, :n)',
  'SET #list = list_append(#list, :list)',
  'SET #list[0] = :entry',
  'SET #list[7] = :entry, #n = :n',
  'SET #map.#n = :n',
  'ADD #n :n',
  'ADD #n :n, #other :n',
  'SET #any = :any ADD #n :n REMOVE #list, #hidden',
  'REMOVE #n',
  'REMOVE #list[0]',
  'SET #kind = :kind, #listedAt = :listedAt',
  'REMOVE #kind',
  'SET #list = list_append(if_not_exists(#list, :list), :list)',
  'SET #list = list_append(:any, #list)',
  'SET #n = :any + #n',
  'SET #any = if_not_exists(#any, :n) - :any',
  'ADD #n :any',
  'SET #n = :n, #n = :any',
  'SET #list = :list REMOVE #list[0]',
  'SET #n = :n #any',
]

const values = fc.record({
  n: count,
  any,
  entry,
  list: fc.array(entry, { maxLength: 2 }),
  kind: fc.constantFrom('store', 'restaurant'),
  listedAt: fc.constantFrom('2030-01-01', '2030-01-02', '2030-01-04'),
})

const placeholders = (expression: string, given: Parameters) => {
  const names = expression.match(/#\w+/g) ?? []
  const used = expression.match(/:\w+/g) ?? []
  return {
    ...(names.length > 0 && {
      ExpressionAttributeNames: Object.fromEntries(
        names.map((name) => [name, name.slice(1)]),
      ),
    }),
    ...(used.length > 0 && {
      ExpressionAttributeValues: Object.fromEntries(
        used.map((name) => [name, given[name.slice(1)]]),
      ),
    }),
  }
}

const condition = fc.option(fc.constantFrom(...conditions), {
  freq: 3,
  nil: undefined,
})
const shown = fc.constantFrom(undefined, 'ALL_OLD')

const action = fc
  .record({
    kind: fc.constantFrom('Put', 'Update', 'Update', 'Delete', 'ConditionCheck'),
    key,
    attributes,
    condition,
    update: fc.constantFrom(...updates),
    values,
    shown,
  })
  .map(({ kind, key: Key, attributes: given, update, ...rest }) => {
    const when = rest.condition ?? (kind === 'ConditionCheck' ? conditions[0] : undefined)
    const change = kind === 'Update' ? update : undefined
    // Rows with the same keys come in no particular order from an index.
    const unique = ({ listedAt, ...others }: { readonly listedAt?: string }) => ({
      ...others,
      ...(listedAt !== undefined && { listedAt: `${listedAt}#${Key.pk}${Key.sk}` }),
    })
    const request = {
      [kind]: {
        TableName,
        ...(kind === 'Put' ? { Item: { ...Key, ...unique(given) } } : { Key }),
        ...(change && { UpdateExpression: change }),
        ...(when && { ConditionExpression: when }),
        ...placeholders(`${change ?? ''} ${when ?? ''}`, unique(rest.values)),
        ...(rest.shown && { ReturnValuesOnConditionCheckFailure: rest.shown }),
      },
    }
    return { key: Key, request }
  })

const itemOf = ({ key: { pk, sk } }: { key: { pk: string; sk: string } }) => pk + sk

const transact = fc
  .record({
    // The local engine takes two actions on one item, which the cloud's refuses.
    TransactItems: fc
      .uniqueArray(action, { minLength: 1, maxLength: 3, selector: itemOf })
      .map((actions) => actions.map(({ request }) => request)),
    // The same token at times names another transaction.
    token: fc.option(fc.integer({ min: 0, max: 5 }), { freq: 4, nil: undefined }),
  })
  .map(({ TransactItems, token }) => ({
    TransactItems,
    ...(token !== undefined && { ClientRequestToken: `TOKEN-${token}` }),
  }))

const put = fc.record({ key, attributes }).map(({ key: Key, attributes: given }) => ({
  TableName,
  Item: { ...Key, ...given, listedAt: `2030-01-01#${Key.pk}${Key.sk}` },
  ConditionExpression: 'attribute_not_exists(pk)',
}))

const bounds = fc.constantFrom(
  [],
  ['1', '2'],
  ['!', '\u{10ffff}'],
  ['2', '\u{10000}'],
  ['2', '1'],
  ['2030-01-01', '2030-01-02~'],
)

const question = fc
  .record({
    partition: fc.constantFrom('A', 'B', 'store', 'restaurant'),
    bounds,
    index: fc.constantFrom(undefined, ...tableSchema.indexes),
    forward: fc.boolean(),
    limit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  })
  .map(({ partition, bounds: [from, to], index, forward, limit }) => {
    const expression = `#pk = :pk${from ? ' AND #sk BETWEEN :from AND :to' : ''}`
    return {
      TableName,
      ...(index ? { IndexName: index.name } : { ConsistentRead: true }),
      KeyConditionExpression: expression,
      ExpressionAttributeNames: {
        '#pk': index?.pk ?? 'pk',
        ...(from && { '#sk': index?.sk ?? 'sk' }),
      },
      ExpressionAttributeValues: {
        ':pk': partition,
        ...(from && { ':from': from, ':to': to }),
      },
      ScanIndexForward: forward,
      ...(limit && { Limit: limit }),
    }
  })

const batch = fc
  .uniqueArray(key, { minLength: 1, selector: ({ pk, sk }) => pk + sk })
  .map((Keys) => ({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }))

const weighted = (
  kind: Operation['kind'],
  weight: number,
  requests: fc.Arbitrary<Parameters>,
) => ({ weight, arbitrary: requests.map((parameters) => ({ kind, parameters })) })

/** A random request, mostly a transaction. */
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  weighted('transact', 6, transact),
  weighted('put', 1, put),
  weighted(
    'get',
    1,
    key.map((Key) => ({ TableName, Key, ConsistentRead: true })),
  ),
  weighted('batch', 1, batch),
  weighted('query', 3, question),
)
