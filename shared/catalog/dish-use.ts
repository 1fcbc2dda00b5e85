import type { Key } from '../dynamodb/keys.ts'
import { conditionCheck, update, upsert, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'

/**
 * The dishes on the menu, and how many lines of open orders name each. The counts have 64
 * records of their own, apart from the dishes: a transaction takes 100 actions, and an
 * order has lines of up to 1,000 dishes.
 */
const records = 64

const recordOf = (dishId: string): Key => ({
  pk: `DISH-USE#${Number.parseInt(randomDigits(dishId), 16) % records}`,
  sk: 'COUNTS',
})

/**
 * The digits of a dish's id that are random, so that dishes which are created together are
 * counted in different records: an update expression has no room for all of them. An id of
 * version 7, which release 0.2 made, begins with the time.
 */
const randomDigits = (dishId: string) =>
  dishId.charAt(14) === '7' ? dishId.slice(-8) : dishId.slice(0, 8)

/** A dish's attributes in its record. Names in expressions cannot have hyphens. */
const listed = (dishId: string) => `listed_${dishId.replaceAll('-', '_')}`
const lineCount = (dishId: string) => `lines_${dishId.replaceAll('-', '_')}`

/** Adds a new dish to the menu, so that orders may name it. */
export const upsertMenuDish = (dishId: string): Write =>
  upsert(recordOf(dishId), { set: { [listed(dishId)]: true } })

/** Takes a dish off the menu. Fails with `inUse` while lines of open orders name it. */
export const updateMenuWithout = (dishId: string): Write =>
  update(
    recordOf(dishId),
    {
      remove: [listed(dishId), lineCount(dishId)],
      when: `attribute_not_exists(#${lineCount(dishId)}) OR #${lineCount(dishId)} = :none`,
      values: { none: 0 },
    },
    () => new Failure('inUse'),
  )

/** What the counts need to know of an order line. */
export type DishLine = { readonly dishId: string }

/** Checks that dishes are on the menu. Fails with `invalidDishes`. */
export const checkOnMenu = (lines: readonly DishLine[]): Write[] =>
  byRecord(lines).map(({ key, counts }) =>
    conditionCheck(key, { when: allListed(counts) }, invalidDishes),
  )

/** Counts new lines of an open order. Fails with `invalidDishes` if a dish is off the menu. */
export const incrementNewLineCounts = (lines: readonly DishLine[]): Write[] =>
  byRecord(lines).map(({ key, counts }) =>
    update(key, { add: counted(counts, 1), when: allListed(counts) }, invalidDishes),
  )

/**
 * Counts the lines of an order that is opened again. Dishes that have left the menu since
 * are counted too, so that counting the lines out later brings their counts back to 0.
 */
export const incrementLineCounts = (lines: readonly DishLine[]) => upsertCounts(lines, 1)

/** Counts out lines that are removed, or whose order is no longer open. */
export const decrementLineCounts = (lines: readonly DishLine[]) => upsertCounts(lines, -1)

const upsertCounts = (lines: readonly DishLine[], sign: 1 | -1): Write[] =>
  byRecord(lines).map(({ key, counts }) => upsert(key, { add: counted(counts, sign) }))

const invalidDishes = () => new Failure('invalidDishes')

/** Numbers of lines by dish id. */
type Counts = ReadonlyMap<string, number>

function byRecord(lines: readonly DishLine[]): { key: Key; counts: Counts }[] {
  const records = new Map<string, { key: Key; counts: Map<string, number> }>()
  for (const { dishId } of lines) {
    const key = recordOf(dishId)
    const { counts } = records.get(key.pk) ?? { counts: new Map<string, number>() }
    counts.set(dishId, (counts.get(dishId) ?? 0) + 1)
    records.set(key.pk, { key, counts })
  }
  return [...records.values()]
}

const allListed = (counts: Counts) =>
  [...counts.keys()].map((id) => `attribute_exists(#${listed(id)})`).join(' AND ')

const counted = (counts: Counts, sign: 1 | -1) =>
  Object.fromEntries([...counts].map(([id, count]) => [lineCount(id), sign * count]))
