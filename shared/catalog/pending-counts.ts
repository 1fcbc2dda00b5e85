import type { Item, Key } from '../dynamodb/keys.ts'
import { VersionConflict, versionConflict } from '../dynamodb/optimistic-lock.ts'
import { readAll } from '../dynamodb/read.ts'
import { maxActions, transact } from '../dynamodb/transact.ts'
import { deleteItem, insert, type Write } from '../dynamodb/write.ts'
import { newId } from '../ids.ts'
import { type DishLine, decrementLineCounts, incrementLineCounts } from './dish-use.ts'

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
  writes: readonly Write[],
  lines: readonly DishLine[],
  recount: Recount,
): Promise<void> {
  const counts = updateCounts(lines, recount)
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

function updateCounts(lines: readonly DishLine[], recount: Recount): Write[] {
  if (recount === 0) return []
  return recount === 1 ? incrementLineCounts(lines) : decrementLineCounts(lines)
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
