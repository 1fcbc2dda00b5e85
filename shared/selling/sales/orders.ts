import { sortableId } from '../../ids.ts'
import { type Item, idInKey, type Key } from '../../platform/dynamodb/keys.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll } from '../../platform/dynamodb/read.ts'
import { ordersIndex } from '../../platform/dynamodb/schema.ts'
import { boundsOfPeriod } from '../../platform/dynamodb/time-bounds.ts'
import { insert, type Write } from '../../platform/dynamodb/write.ts'
import type { Period } from '../../platform/time/days.ts'
import type { OrderStatus } from './order.ts'
import type { LightningTender } from './payment.ts'
import type { SaleIds } from './sale-on-wire.ts'
import type { SaleRefund, SaleSnapshot } from './sale-snapshot.ts'

/** Only this attribute distinguishes restaurant orders from store orders. */
export type OrderKind = 'store' | 'restaurant'

/** A copy of a payment in its order, so that lists need no other record. */
export type OrderPayment = {
  readonly paymentId: string
  readonly methodId: string
  readonly amountCents: number
  readonly lightning: LightningTender | null
  readonly transactionId?: string
  /** The tickets of this order that the payment is linked to; at least one. */
  readonly ticketIds: readonly string[]
}

/** A stored order of either kind: the attributes that both have. */
export type Order = Item & {
  readonly id: string
  readonly kind: OrderKind
  readonly userId: string
  /** The user's name when the order was created. */
  readonly userName: string
  readonly tableId: string | null
  readonly status: OrderStatus
  readonly totalCents: number
  /** ISO 8601, UTC, in seconds. */
  readonly createdAt: string
  /** The order's place in lists, see `listedAt`. */
  readonly listedAt: string
  /** The payments linked to the order's tickets. */
  readonly payments: readonly OrderPayment[]
  /** Its sale; absent for orders that no checkout or settlement has numbered. */
  readonly sale?: SaleSnapshot
  /** Digest of its sale, if the till made the order's id; see `saleDigest`. */
  readonly saleDigest?: string
  /** Digest of the sale as its till may write it later; see `cartContent`. Absent on older sales. */
  readonly contentDigest?: string
  /** The id that the till gave to the settlement of a bill, if it did; see `saleId`. */
  readonly settlementId?: string
  /** A refund that was begun and reserves its cents and units; the next begins after its end. */
  readonly refunding?: SaleRefund
  /** The page that shows its receipt was withdrawn; absent while it was not. */
  readonly receiptPageRevoked?: true
  /** Counts the changes of refunds; absent before the first. */
  readonly refundRevision?: number
}

export const orderKey = (id: string): Key => ({
  pk: `ORDER#${idInKey(id)}`,
  sk: 'ORDER',
})

/** The order with this id, of either kind. Settlements have ids of their own beside them. */
export async function findOrder(id: string): Promise<Order | undefined> {
  const found = await read<Order | SettlementId>(orderKey(id))
  return found?.kind === 'settlement' ? undefined : found
}

/** Says that the till gave this id to the settlement of a bill; see `saleId`. */
export type SettlementId = Item &
  SaleIds & {
    readonly kind: 'settlement'
    readonly saleDigest: string
    /** As an order's, in the currency of then. Absent on older settlements. */
    readonly contentDigest?: string
    readonly baseCurrency?: string
  }

/**
 * An order's place in lists: sorted by the moment when it was created, or settled, which days and
 * periods go by; unique by its id.
 */
export const listedAt = (atMs: number, id: string) =>
  `${new Date(atMs).toISOString()}#${sortableId(id)}`

/** Selection of orders, and the end of the list to begin at. */
type Selection<T> = {
  readonly page?: Page | undefined
  readonly where?: ((order: T) => boolean) | undefined
  readonly oldestFirst?: boolean
}

/**
 * The orders of a kind, newest first; reads all orders of the period. The index is
 * eventually consistent, so a new order may be missing for a moment.
 */
export const findOrders = <T extends Order>(
  kind: OrderKind,
  period: Period = {},
  { page, where, oldestFirst = false }: Selection<T> = {},
) =>
  readAll<T>(
    {
      pk: kind,
      index: ordersIndex,
      newestFirst: !oldestFirst,
      where,
      between: boundsOfPeriod(period),
    },
    page,
  )

/**
 * A finished refund by itself, for what asks by the day of refunds. Its sort key begins with
 * its time, so days are ranges of the partition. The order's snapshot has it as well.
 */
export type RefundRecord = Item &
  SaleRefund & {
    readonly orderId: string
    /** The number of the sale's ticket. */
    readonly number: number | null
    /** The letters of that number's series; absent for one of the shop's own. */
    readonly saleSeries?: string
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
    ...(sale?.series !== undefined && { saleSeries: sale.series }),
  } satisfies RefundRecord)

/** The refunds that were finished in a period, oldest first. Reads only these. */
export const findRefunds = (period: Period): Promise<RefundRecord[]> =>
  readAll<RefundRecord>({ pk: partition, between: boundsOfPeriod(period) })
