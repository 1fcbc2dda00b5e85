import type { Item, Key } from '../dynamodb/keys.ts'
import { VersionConflict } from '../dynamodb/optimistic-lock.ts'
import { readAll } from '../dynamodb/read.ts'
import { maxActions, noResponse, transact } from '../dynamodb/transact.ts'
import { deleteItem, insert, type Write } from '../dynamodb/write.ts'
import { newId } from '../ids.ts'
import { type Counted, decrementLineCounts, incrementLineCounts } from './dish-use.ts'

/**
 * Lines that are still counted though no open order has them. The transaction that took
 * them from their order had no room to count them out; deleting this record does, in one
 * transaction with the counts, so that it happens once.
 */
type PendingCount = Item & { readonly dishIds: readonly string[] }

const partition = 'PENDING-DISH-COUNTS'

/** Whether lines come to be counted (1), cease to be (-1), or stay as they are. */
export type Recount = 1 | 0 | -1

/**
 * Writes an order's change together with the count of its lines, all or nothing. The
 * count takes up to 64 actions. Where there is no room for them beside the change, it
 * stands in a transaction of its own and the change takes one action for it: lines are
 * counted out after the change, and counted in before it, together with what counts them
 * out again if the change never comes. Throws what the change refuses with, and `Stale`.
 */
export async function transactWithCounts(
  writes: readonly Write[],
  lines: readonly Counted[],
  recount: Recount,
): Promise<void> {
  const counts = countsOf(lines, recount)
  if (recount === 0 || writes.length + counts.length <= maxActions) {
    await transact([...writes, ...counts], noResponse)
    return
  }
  const pending = pendingCount(lines)
  if (recount === 1) await transact([insert(pending), ...counts], noResponse)
  try {
    await transact(
      [...writes, recount === 1 ? taken(pending) : insert(pending)],
      noResponse,
    )
  } catch (error) {
    if (recount === 1) await countOutIfPossible(pending)
    throw error
  }
  if (recount === -1) await countOutIfPossible(pending)
}

/** Counts out what is pending. Answers whether anything was. */
export async function countOutPending(): Promise<boolean> {
  const pending = await readAll<PendingCount>({ pk: partition })
  for (const each of pending) await countOut(each)
  return pending.length > 0
}

function countsOf(lines: readonly Counted[], recount: Recount): Write[] {
  if (recount === 0) return []
  return recount === 1 ? incrementLineCounts(lines) : decrementLineCounts(lines)
}

const pendingCount = (lines: readonly Counted[]): PendingCount => ({
  pk: partition,
  sk: newId(),
  dishIds: lines.map(({ dishId }) => dishId),
})

/** The change is done or refused already, and a dish's deletion counts out what is left. */
const countOutIfPossible = (pending: PendingCount) => countOut(pending).catch(() => {})

async function countOut(pending: PendingCount): Promise<void> {
  const lines = pending.dishIds.map((dishId) => ({ dishId }))
  try {
    await transact([taken(pending), ...decrementLineCounts(lines)], noResponse)
  } catch (error) {
    // Another request counted it out
    if (!(error instanceof VersionConflict)) throw error
  }
}

const taken = (pending: Key) => deleteItem(pending, {}, () => new VersionConflict())
