import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { TableName } from './client.ts'
import type { Item, Key } from './keys.ts'

/** One action of a transaction, and the error when its condition does not hold. */
export type Write = {
  readonly action: NonNullable<TransactWriteCommandInput['TransactItems']>[number]
  /** Makes the error when the condition does not hold, from the record as it is stored. */
  readonly onConditionFailed?: OnConditionFailed | undefined
}

/** Writes of a transaction; undefined and false are skipped. */
export type Writes = readonly (Write | undefined | false)[]

/** The writes that are needed. */
export const needed = (writes: Writes): Write[] =>
  writes.filter((each) => each !== undefined && each !== false)

/** Makes the error for a write whose condition failed; `current` is the stored record. */
export type OnConditionFailed = (current: Item | undefined) => Error

/** A condition: `#name` is the attribute, `:name` a given value. */
export type Condition = {
  readonly when?: string
  readonly values?: Readonly<Record<string, unknown>>
}

/** Stores a record that must not exist yet. */
export const insert = (item: Item, onConditionFailed?: OnConditionFailed): Write => ({
  action: { Put: { TableName: TableName(), Item: item, ...conditional(mustNotExist) } },
  onConditionFailed,
})

/** Stores a record and replaces one that is there. */
export const put = (item: Item): Write => ({
  action: { Put: { TableName: TableName(), Item: item } },
})

/** Stores a record instead of one that must exist and meet the condition. */
export const replace = (
  item: Item,
  { when, values }: Condition,
  onConditionFailed?: OnConditionFailed,
): Write => ({
  action: {
    Put: { TableName: TableName(), Item: item, ...conditional(mustExist(when), values) },
  },
  onConditionFailed,
})

/** Changes of a record's attributes. */
export type Update = Condition & {
  readonly set?: Readonly<Record<string, unknown>>
  /** Settings that depend on the record, spelled out like its condition: `#b = #a + :n`. */
  readonly compute?: readonly string[]
  /** Numbers to add, and texts that a set of texts gets. */
  readonly add?: Readonly<Record<string, number | ReadonlySet<string>>>
  /** Texts that a set of texts loses; DynamoDB stores no set that is empty. */
  readonly subtract?: Readonly<Record<string, ReadonlySet<string>>>
  readonly remove?: readonly string[]
}

/** Updates a record that must exist and meet the condition, if any. */
export const update = (
  key: Key,
  { when, ...rest }: Update,
  onConditionFailed?: OnConditionFailed,
): Write => upsert(key, { ...rest, when: mustExist(when) }, onConditionFailed)

/** Updates a record, or creates it with these attributes alone. */
export function upsert(
  key: Key,
  changes: Update,
  onConditionFailed?: OnConditionFailed,
): Write {
  const { set = {}, compute = [], add = {}, subtract = {} } = changes
  const { remove = [], when, values } = changes
  const present = Object.entries(set).filter(([, value]) => value !== undefined)
  const expression = [
    clause('SET', [...present.map(([name]) => `#${name} = :${name}`), ...compute]),
    clause(
      'ADD',
      Object.keys(add).map((name) => `#${name} :${name}`),
    ),
    clause(
      'DELETE',
      Object.keys(subtract).map((name) => `#${name} :${name}`),
    ),
    clause(
      'REMOVE',
      remove.map((name) => `#${name}`),
    ),
  ]
    .filter((part) => part !== '')
    .join(' ')
  const all = { ...Object.fromEntries(present), ...add, ...subtract, ...values }
  return {
    action: {
      Update: {
        ...at(key),
        UpdateExpression: expression,
        ...(when !== undefined && { ConditionExpression: when }),
        ...placeholders(`${expression} ${when ?? ''}`, all),
        ...returned,
      },
    },
    onConditionFailed,
  }
}

/** Adds one to a record's `count`, and sets attributes, unless the count is `most` already. */
export const incrementCount = (
  key: Key,
  most: number,
  onFull: OnConditionFailed,
  set: Update['set'] = {},
): Write => {
  const when = 'attribute_not_exists(#count) OR #count < :most'
  return upsert(key, { add: { count: 1 }, set, when, values: { most } }, onFull)
}

/** Deletes a record that must exist and meet the condition, if any. */
export const deleteItem = (
  key: Key,
  { when, values }: Condition = {},
  onConditionFailed?: OnConditionFailed,
): Write => ({
  action: { Delete: { ...at(key), ...conditional(mustExist(when), values) } },
  onConditionFailed,
})

/** Deletes a record if it is there. */
export const deleteIfPresent = (key: Key): Write => ({ action: { Delete: at(key) } })

/** Commits the transaction only if a record exists and meets the condition. */
export const conditionCheck = (
  key: Key,
  { when, values }: Condition,
  onConditionFailed: OnConditionFailed,
): Write => ({
  action: { ConditionCheck: { ...at(key), ...conditional(mustExist(when), values) } },
  onConditionFailed,
})

/** Commits the transaction only if there is no such record. */
export const conditionCheckAbsent = (
  key: Key,
  onConditionFailed: OnConditionFailed,
): Write => ({
  action: { ConditionCheck: { ...at(key), ...conditional(mustNotExist) } },
  onConditionFailed,
})

/**
 * Adds a condition to an update, a deletion or a condition check; its `onConditionFailed`
 * then covers both. The condition must not use the names of the write's own values. A put
 * takes no condition: it throws.
 */
export function alsoWhen(write: Write, { when, values }: Required<Condition>): Write {
  const [[kind, action] = []] = Object.entries(write.action)
  if (!kind || !action || kind === 'Put')
    throw new Error('a put takes no further condition')
  const more = placeholders(when, values)
  const joined = {
    ...action,
    ConditionExpression: [action.ConditionExpression ?? mustExist(), when]
      .map((part) => `(${part})`)
      .join(' AND '),
    ExpressionAttributeNames: {
      ...action.ExpressionAttributeNames,
      ...more.ExpressionAttributeNames,
    },
    ExpressionAttributeValues: {
      ...action.ExpressionAttributeValues,
      ...more.ExpressionAttributeValues,
    },
  }
  return { ...write, action: { [kind]: joined } }
}

/** The key of the record that a write is about. */
export function keyOf({ action }: Write): Key {
  const { Put, Update, Delete, ConditionCheck } = action
  const { pk, sk } = Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key ?? {}
  return { pk, sk }
}

const at = ({ pk, sk }: Key) => ({ TableName: TableName(), Key: { pk, sk } })

const conditional = (
  condition: string,
  values: Readonly<Record<string, unknown>> = {},
) => ({
  ConditionExpression: condition,
  ...placeholders(condition, values),
  ...returned,
})

const returned = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const

const mustNotExist = 'attribute_not_exists(pk)'

const mustExist = (when?: string) =>
  when ? `attribute_exists(pk) AND (${when})` : 'attribute_exists(pk)'

const clause = (keyword: string, terms: string[]) =>
  terms.length === 0 ? '' : `${keyword} ${terms.join(', ')}`

/** Declares the `#names` and `:values` that an expression uses, and only those. */
function placeholders(expression: string, values: Readonly<Record<string, unknown>>) {
  const names = [...new Set(expression.match(/#\w+/g))]
  const used = [...new Set(expression.match(/:\w+/g))]
  return {
    ...(names.length > 0 && {
      ExpressionAttributeNames: Object.fromEntries(
        names.map((name) => [name, name.slice(1)]),
      ),
    }),
    ...(used.length > 0 && {
      ExpressionAttributeValues: Object.fromEntries(
        used.map((name) => [name, values[name.slice(1)]]),
      ),
    }),
  }
}
