import { furtherShop, isInDeployment } from '../../current-shop.ts'
import { tableSchema } from './schema.ts'

/** The attributes that are a partition key, of the table or of an index. */
export const partitionKeys: readonly string[] = [
  ...new Set([tableSchema.partitionKey, ...tableSchema.indexes.map(({ pk }) => pk)]),
]

/**
 * Returns the prefix of the current shop's partition keys; '' for the main shop, whose
 * keys are those of a deployment with one shop, and for the deployment itself. No key of
 * the main shop begins with `@`. Throws outside of any shop.
 */
export function keyPrefix(): string {
  const shop = isInDeployment() ? undefined : furtherShop()
  return shop ? `@${shop.id}#` : ''
}

type Fields = Readonly<Record<string, unknown>>

/**
 * A command's input with the partition keys of the current shop: in keys and items, and in
 * the values that conditions compare with an index's key.
 */
export function withShopKeys<Input extends object>(input: Input, prefix: string): Input {
  if (prefix === '') return input
  return scoped(input as Fields, prefix) as Input
}

function scoped(input: Fields, prefix: string): Fields {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = input
  const inside = (part: unknown) => scoped(part as Fields, prefix)
  return replaced(input, {
    Key: (key) => prefixed(key, prefix),
    Item: (item) => prefixed(item, prefix),
    Keys: (keys) => (keys as unknown as Fields[]).map((key) => prefixed(key, prefix)),
    ExpressionAttributeValues: () => prefixedValues(names, values, prefix),
    TransactItems: (items) =>
      (items as unknown as Fields[]).map((item) =>
        Object.fromEntries(Object.entries(item).map(([kind, it]) => [kind, inside(it)])),
      ),
    RequestItems: (tables) =>
      Object.fromEntries(Object.entries(tables).map(([name, it]) => [name, inside(it)])),
  })
}

const replaced = (
  input: Fields,
  changes: Readonly<Record<string, (value: Fields) => unknown>>,
): Fields =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const change = changes[name]
      return [name, change && value !== undefined ? change(value as Fields) : value]
    }),
  )

const prefixed = (record: Fields, prefix: string): Fields =>
  mapKeys(record, (value) => `${prefix}${value}`)

/** A record with its partition keys changed. */
const mapKeys = (record: Fields, change: (value: string) => string): Fields => {
  const present = partitionKeys.filter((name) => typeof record[name] === 'string')
  const changed = present.map((name) => [name, change(String(record[name]))] as const)
  return { ...record, ...Object.fromEntries(changed) }
}

/**
 * Values by their placeholders: a query names its partition `:pk`, and other expressions
 * an attribute's new value `:name` and the one that was read `:current_name`.
 */
function prefixedValues(names: unknown, values: unknown, prefix: string): Fields {
  const used = Object.values((names ?? {}) as Record<string, string>)
  const compared = partitionKeys
    .filter((name) => used.includes(name))
    .flatMap((name) => [':pk', `:${name}`, `:current_${name}`])
  return Object.fromEntries(
    Object.entries(values as Fields).map(([placeholder, value]) => [
      placeholder,
      compared.includes(placeholder) && typeof value === 'string'
        ? `${prefix}${value}`
        : value,
    ]),
  )
}

/** A command's output with the partition keys as the rest of the code knows them. */
export function withoutShopKeys<Output>(output: Output, prefix: string): Output {
  if (prefix === '') return output
  const strip = (record: unknown) => stripped(record as Fields, prefix)
  const each = (records: unknown) => (records as Fields[]).map(strip)
  const byTable = (change: (value: Fields) => unknown) => (tables: Fields) =>
    Object.fromEntries(
      Object.entries(tables).map(([name, it]) => [name, change(it as Fields)]),
    )
  return replaced(output as Fields, {
    Item: strip,
    Items: each,
    Attributes: strip,
    // A transaction's are a list
    Responses: (found) =>
      Array.isArray(found)
        ? found.map((one: Fields) => replaced(one, { Item: strip }))
        : byTable(each)(found),
    UnprocessedKeys: byTable((it) => replaced(it, { Keys: each })),
  }) as Output
}

/** A record of the current shop without its prefix. Throws for a record of another shop. */
export function stripped<T extends Fields>(record: T, prefix: string): T {
  if (prefix === '') return record
  return mapKeys(record, (value) => {
    if (!value.startsWith(prefix)) throw new Error('a record of another shop was read')
    return value.slice(prefix.length)
  }) as T
}
