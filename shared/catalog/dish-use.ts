import type { Key } from '../dynamodb/keys.ts'
import { conditionCheck, update, upsert, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'

/**
 * Which dishes are on the menu, and how many lines of open orders name each. This stands
 * in a fixed number of records and not on the dishes: a transaction has room for 100
 * actions, and an order for lines of 1,000 dishes.
 */
const records = 64

const recordOf = (dishId: string): Key => ({
  pk: `DISH-USE#${Number.parseInt(randomDigits(dishId), 16) % records}`,
  sk: 'COUNTS',
})

/**
 * Ids of version 7 begin with the time: by their first digits, dishes that are entered
 * together would all meet in one record, more of them than an expression has room for.
 * Dishes with ids of version 4 are counted by their first digits since they were made.
 */
const randomDigits = (dishId: string) =>
  dishId.charAt(14) === '7' ? dishId.slice(-8) : dishId.slice(0, 8)

/** The attributes of a dish in its record; names in expressions know no hyphens. */
const listed = (dishId: string) => `listed_${dishId.replaceAll('-', '_')}`
const lines = (dishId: string) => `lines_${dishId.replaceAll('-', '_')}`

/** Lets orders name a new dish. */
export const upsertMenuDish = (dishId: string): Write =>
  upsert(recordOf(dishId), { set: { [listed(dishId)]: true } })

/** Lets orders name a dish no more. Refuses with `inUse` while open orders do. */
export const updateMenuWithout = (dishId: string): Write =>
  update(
    recordOf(dishId),
    {
      remove: [listed(dishId), lines(dishId)],
      when: `attribute_not_exists(#${lines(dishId)}) OR #${lines(dishId)} = :none`,
      values: { none: 0 },
    },
    () => new Failure('inUse'),
  )

/** A line as far as it is counted. */
export type Counted = { readonly dishId: string }

/** Checks that dishes are on the menu. Refuses with `invalidDishes`. */
export const checkOnMenu = (wanted: readonly Counted[]): Write[] =>
  byRecord(wanted).map(({ key, counts }) =>
    conditionCheck(key, { when: allListed(counts) }, refused),
  )

/** Counts new lines of an open order. Refuses with `invalidDishes` off the menu. */
export const incrementNewLineCounts = (added: readonly Counted[]): Write[] =>
  byRecord(added).map(({ key, counts }) =>
    update(key, { add: counted(counts, 1), when: allListed(counts) }, refused),
  )

/**
 * Counts the lines of an order that is opened again. Dishes may have left the menu since;
 * their counts matter to nobody but must match what is counted out again.
 */
export const incrementLineCounts = (held: readonly Counted[]) => recount(held, 1)

/** Counts out lines that are removed, or whose order is open no more. */
export const decrementLineCounts = (held: readonly Counted[]) => recount(held, -1)

const recount = (held: readonly Counted[], sign: 1 | -1): Write[] =>
  byRecord(held).map(({ key, counts }) => upsert(key, { add: counted(counts, sign) }))

const refused = () => new Failure('invalidDishes')

/** Lines per dish, for each of the records they are counted in. */
type Counts = ReadonlyMap<string, number>

function byRecord(named: readonly Counted[]): { key: Key; counts: Counts }[] {
  const records = new Map<string, { key: Key; counts: Map<string, number> }>()
  for (const { dishId } of named) {
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
  Object.fromEntries([...counts].map(([id, count]) => [lines(id), sign * count]))
