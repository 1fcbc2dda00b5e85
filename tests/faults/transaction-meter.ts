import { isDeepStrictEqual } from 'node:util'
import {
  GetItemCommand,
  type TableDescription,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb'
import { type Attributes, itemBytes } from './item-size.ts'
import { actionOf, namesOf, pick, type TableKeys } from './table-keys.ts'

type Item = Attributes | undefined

/**
 * Measures the cost of transactions by AWS's rules, in write units. The engines' own figures
 * are too low: of items with the same cost DynamoDB Local counts only one, and Dynoxide
 * counts an index entry half. Items are read before
 * and after, so a figure is right only if no other call writes them in between.
 */
export function transactionMeter({ client, describe, keyOf }: TableKeys) {
  const readAll = (writes: readonly TransactWriteItem[]): Promise<Item[]> =>
    Promise.all(
      writes.map(async (write) => {
        const { TableName = '', Key, Item } = actionOf(write)
        const command = new GetItemCommand({
          TableName,
          Key: await keyOf(TableName, Key ?? Item ?? {}),
          ConsistentRead: true,
        })
        return (await client.send(command)).Item
      }),
    )

  return {
    /** Runs a transaction and returns its cost. */
    measure: async (writes: readonly TransactWriteItem[], run: () => Promise<void>) => {
      const before = await readAll(writes)
      await run()
      const after = await readAll(writes)
      const costs = writes.map(async (write, i) => {
        const { TableName = '' } = actionOf(write)
        const table = await describe(TableName)
        const indexes = (table.GlobalSecondaryIndexes ?? []).map((index) =>
          indexUnits(entryIn(table, index, before[i]), entryIn(table, index, after[i])),
        )
        return indexes.reduce((all, cost) => all + cost, units(before[i], after[i]))
      })
      return (await Promise.all(costs)).reduce((all, cost) => all + cost, 0)
    },
  }
}

/** Two units per started KB of the larger version; at least one KB. */
function units(...versions: Item[]): number {
  const bytes = Math.max(...versions.map((item) => (item ? itemBytes(item) : 0)))
  return 2 * Math.max(1, Math.ceil(bytes / 1024))
}

/** A changed index entry is one write, one with a new key two, an unchanged one none. */
function indexUnits(old: Entry, now: Entry): number {
  if (!old || !now) return old || now ? units(old?.attributes, now?.attributes) : 0
  if (isDeepStrictEqual(old, now)) return 0
  return isDeepStrictEqual(old.keys, now.keys)
    ? units(old.attributes, now.attributes)
    : units(old.attributes) + units(now.attributes)
}

/** An item's entry in an index; undefined if the item lacks a key of the index. */
type Entry = { readonly keys: Attributes; readonly attributes: Attributes } | undefined

type Index = NonNullable<TableDescription['GlobalSecondaryIndexes']>[number]

function entryIn(table: TableDescription, index: Index, item: Item): Entry {
  const names = namesOf(index.KeySchema)
  if (!item || names.some((name) => !(name in item))) return undefined
  const { ProjectionType, NonKeyAttributes = [] } = index.Projection ?? {}
  return {
    keys: pick(item, names),
    attributes:
      ProjectionType === 'ALL'
        ? item
        : pick(item, [...names, ...namesOf(table.KeySchema), ...NonKeyAttributes]),
  }
}
