import type { Item } from '../dynamodb/keys.ts'
import { readAll } from '../dynamodb/read.ts'
import { boundsOfPeriod } from '../dynamodb/time-bounds.ts'
import { insert, type Write } from '../dynamodb/write.ts'
import { sortableId } from '../ids.ts'
import type { Period } from '../time/days.ts'
import type { Order } from './orders.ts'
import type { SaleRefund } from './sale-snapshot.ts'

/**
 * A finished refund by itself, for what asks by the day of refunds. Its sort key begins with
 * its time, so days are ranges of the partition. The order's snapshot has it as well.
 */
export type RefundRecord = Item &
  SaleRefund & {
    readonly orderId: string
    /** The number of the sale's ticket. */
    readonly number: number | null
  }

const partition = 'REFUND'

/** Stores a finished refund of an order. */
export const insertRefund = (
  { id: orderId, sale }: Order,
  refund: SaleRefund,
  nowMs: number,
): Write =>
  insert({
    pk: partition,
    sk: `${new Date(nowMs).toISOString()}#${sortableId(refund.id)}`,
    ...refund,
    orderId,
    number: sale?.number ?? null,
  } satisfies RefundRecord)

/** The refunds that were finished in a period, oldest first. Reads only these. */
export const findRefunds = (period: Period): Promise<RefundRecord[]> =>
  readAll<RefundRecord>({ pk: partition, between: boundsOfPeriod(period) })
