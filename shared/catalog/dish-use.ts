import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { Item, Key } from '../platform/dynamodb/keys.ts'
import { VersionConflict, versionConflict } from '../platform/dynamodb/optimistic-lock.ts'
import { readAll } from '../platform/dynamodb/read.ts'
import { maxActions, transact } from '../platform/dynamodb/transact.ts'
import {
  conditionCheck,
  deleteItem,
  insert,
  needed,
  update,
  upsert,
  type Write,
  type Writes,
} from '../platform/dynamodb/write.ts'

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

/** Counts out lines that are removed, or whose order is no longer open. */
export const decrementLineCounts = (lines: readonly DishLine[]) => upsertCounts(lines, -1)

/**
 * Counts lines, or counts them out. Dishes that have left the menu since are counted too, so
 * that counting the lines out later brings their counts back to 0.
 */
const upsertCounts = (lines: readonly DishLine[], sign: 1 | -1): Write[] =>
  byRecord(lines).map(({ key, counts }) => upsert(key, { add: counted(counts, sign) }))

const invalidDishes = () => new Failure('invalidDishes')

/** Lines by the id of their dish. */
type Counts = ReadonlyMap<string, readonly DishLine[]>

const byRecord = (lines: readonly DishLine[]): { key: Key; counts: Counts }[] =>
  [...Map.groupBy(lines, ({ dishId }) => recordOf(dishId).pk)].map(([pk, ofRecord]) => ({
    key: { pk, sk: 'COUNTS' },
    counts: Map.groupBy(ofRecord, ({ dishId }) => dishId),
  }))

const allListed = (counts: Counts) =>
  [...counts.keys()].map((id) => `attribute_exists(#${listed(id)})`).join(' AND ')

const counted = (counts: Counts, sign: 1 | -1) =>
  Object.fromEntries([...counts].map(([id, same]) => [lineCount(id), sign * same.length]))

/**
 * Order lines that are counted although no open order has them, because their count did
 * not fit into the transaction that changed the order. Counting them out deletes this
 * record in the same transaction, so that it happens once.
 */
type PendingCount = Item & { readonly dishIds: readonly string[] }

const partition = 'PENDING-DISH-COUNTS'

/** 1 counts an order's lines, -1 counts them out, 0 leaves their counts unchanged. */
export type Recount = 1 | 0 | -1

/**
 * Commits an order's change together with the count of its lines, all or nothing. The
 * count takes up to 64 actions. If they do not fit beside the change, they get their own
 * transaction, and the change takes one action for a `PendingCount` instead:
 *
 * - Counting out, the change inserts the pending count, and the counts follow it.
 * - Counting in, the counts precede the change together with the pending count, which the
 *   change deletes. If the change does not happen, the pending count is counted out.
 *
 * Throws the errors of the change's conditions, and `VersionConflict`.
 */
export async function transactWithCounts(
  given: Writes,
  lines: readonly DishLine[],
  recount: Recount,
): Promise<void> {
  const writes = needed(given)
  const counts = recount === 0 ? [] : upsertCounts(lines, recount)
  if (recount === 0 || writes.length + counts.length <= maxActions) {
    await transact([...writes, ...counts])
    return
  }
  const pending = pendingCount(lines)
  if (recount === 1) await transact([insert(pending), ...counts])
  try {
    await transact([...writes, recount === 1 ? deletePending(pending) : insert(pending)])
  } catch (error) {
    if (recount === 1) await countOutIfPossible(pending)
    throw error
  }
  if (recount === -1) await countOutIfPossible(pending)
}

/** Counts out all pending lines. Returns whether there were any. */
export async function countOutPending(): Promise<boolean> {
  const pending = await readAll<PendingCount>({ pk: partition })
  for (const each of pending) await countOut(each)
  return pending.length > 0
}

const pendingCount = (lines: readonly DishLine[]): PendingCount => ({
  pk: partition,
  sk: newId(),
  dishIds: lines.map(({ dishId }) => dishId),
})

/** The order's change has its result already; deleting a dish counts out what remains. */
const countOutIfPossible = (pending: PendingCount) => countOut(pending).catch(() => {})

async function countOut(pending: PendingCount): Promise<void> {
  const lines = pending.dishIds.map((dishId) => ({ dishId }))
  try {
    await transact([deletePending(pending), ...decrementLineCounts(lines)])
  } catch (error) {
    // Another request counted it out
    if (!(error instanceof VersionConflict)) throw error
  }
}

const deletePending = (pending: Key) => deleteItem(pending, {}, versionConflict)
