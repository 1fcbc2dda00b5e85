import { Failure } from '../../failure.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import {
  updateUnchanged,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { read, readAll } from '../../platform/dynamodb/read.ts'
import {
  deleteItem,
  insert,
  update,
  upsert,
  type Write,
} from '../../platform/dynamodb/write.ts'
import type { HeldKey } from '../../platform/idempotency/held-key.ts'
import { type Order, orderKey } from '../sales/orders.ts'
import { refundGuardKey } from '../sales/payment-hashes.ts'
import type { SaleRefund } from '../sales/sale-snapshot.ts'

/**
 * The record of a payout that has not ended, from before its invoice is paid. All of them
 * are one partition, which the schedule reads.
 */
export type OpenPayout = Item &
  PayoutFacts & {
    readonly state: 'begun' | 'paid'
    /** The call that pays has ended with an unknown outcome: it is not repeated. */
    readonly isCalled?: true
  }

/** A payout of an order's refund. */
export type PayoutRecord = OpenPayout & { readonly orderId: string }

/** A payout of a payment that nothing was sold for. */
export type PaymentPayoutRecord = OpenPayout & { readonly ofPayment: PaymentRefund }

export const isOfPayment = (
  payout: PayoutRecord | PaymentPayoutRecord,
): payout is PaymentPayoutRecord => 'ofPayment' in payout

/** Refund of a payment: all that was received. */
export type PaymentRefund = {
  readonly id: string
  /** Of the payment, not of the invoice that pays it back. */
  readonly paymentHash: string
  readonly invoice: string
  readonly satoshiAmount: number
  readonly userId: string
}

/** Facts about its invoice and its request that a payout keeps. */
export type PayoutFacts = {
  readonly paymentHash: string
  readonly begunAtMs: number
  readonly invoiceExpiresAtMs: number
  /** The payment of this invoice that the node knew before: it is not this payout's. */
  readonly earlierPaymentId: string | null
  /** Number of the node's earlier attempts; absent for none, and up to 0.3.1. */
  readonly earlierAttempts?: number
  /** The Idempotency-Key of the request that began it; absent for one without. */
  readonly key?: HeldKey
  /** Absent for a payout that the day's limit does not concern. */
  readonly limited?: LimitedPart
}

/** Invoices are not older than that when they are paid out. */
const attemptedWithinMs = 30 * 24 * 60 * 60_000

/** Since when the invoice of a payout that begins at a time (Unix ms) may have been tried. */
export const attemptedSinceMs = (begunAtMs: number): number =>
  Math.max(begunAtMs - attemptedWithinMs, 0)

const partition = 'PAYOUT'

const payoutKey = (refundId: string): Key => ({
  pk: partition,
  sk: refundId,
})

/** The payout of an order's refund; undefined once it has ended. */
export const findPayout = (refundId: string) => read<PayoutRecord>(payoutKey(refundId))

/** Finds the payout of a payment's refund. */
export const findPaymentPayout = (refundId: string) =>
  read<PaymentPayoutRecord>(payoutKey(refundId))

/** The payouts that have not ended. */
export const openPayouts = () =>
  readAll<PayoutRecord | PaymentPayoutRecord>({ pk: partition })

/** Guards an invoice: it pays out one refund at most. */
type RefundGuard = Item & {
  /** Absent for the refund of a payment. */
  readonly orderId?: string
  readonly refundId: string
}

/** An invoice pays out another refund already, or has done. */
export class InvoiceTaken extends Error {
  readonly guard: RefundGuard
  constructor(guard: RefundGuard) {
    super('the invoice belongs to another refund')
    this.guard = guard
  }
}

/**
 * Begins a payout: reserves its cents and units on the order, its invoice, and its part of the
 * day's limit. Throws and fails with `adminRequired` beyond that.
 */
export const insertPayout = (
  order: Order,
  refund: SaleRefund,
  payout: PayoutFacts,
  limitSat = 0,
): Write[] => [
  insertGuard(payout, { orderId: order.id, refundId: refund.id }),
  updateUnchanged(order, ['refundRevision', 'refunding'], {
    set: { refunding: refund },
    add: { refundRevision: 1 },
  }),
  insert(payoutOf(order, refund, payout)),
  ...(payout.limited ? [incrementPaidOut(payout.limited, limitSat)] : []),
]

/** Inserts the payout of a payment, whose use the same transaction stores. */
export const insertPaymentPayout = (
  payout: PaymentPayoutRecord,
  limitSat = 0,
): Write[] => [
  insertGuard(payout, { refundId: payout.sk }),
  insert(payout),
  ...(payout.limited ? [incrementPaidOut(payout.limited, limitSat)] : []),
]

const insertGuard = (
  { paymentHash }: PayoutFacts,
  guard: Omit<RefundGuard, keyof Key>,
): Write =>
  insert(
    { ...refundGuardKey(paymentHash), ...guard },
    (current) => new InvoiceTaken(current as RefundGuard),
  )

/** The record of a payment's payout that begins. */
export const paymentPayoutOf = (
  ofPayment: PaymentRefund,
  payout: PayoutFacts,
): PaymentPayoutRecord => ({
  ...payoutKey(ofPayment.id),
  ...payout,
  state: 'begun',
  ofPayment,
})

/** The record of a payout that begins. */
export const payoutOf = (
  { id: orderId }: Order,
  { id }: SaleRefund,
  payout: PayoutFacts,
): PayoutRecord => ({ ...payoutKey(id), ...payout, state: 'begun', orderId })

/** Keeps that the call of the node has ended with an unknown outcome. */
export const updateToCalled = (payout: OpenPayout): Write =>
  updateUnchanged(payout, ['state'], { set: { isCalled: true } })

/** Keeps that the invoice was paid. */
export const updateToPaid = (payout: OpenPayout): Write =>
  update(payout, { set: { state: 'paid' }, ...mayBecome('paid') }, versionConflict)

/** Ends a payout, whose refund is finished in the same transaction. */
export const deleteFinished = (payout: OpenPayout): Write =>
  deleteItem(payout, mayBecome('finished'), versionConflict)

/** Ends a payout that paid nothing, and frees its reservation. */
export const deleteGivenUp = (payout: PayoutRecord): Write[] => [
  ...deleteUnpaid(payout),
  update(
    orderKey(payout.orderId),
    {
      remove: ['refunding'],
      add: { refundRevision: 1 },
      when: '#refunding.#id = :refund',
      values: { refund: payout.sk },
    },
    versionConflict,
  ),
]

/** Deletes an unpaid payout, without touching the order's reservation. */
export const deleteUnpaid = (payout: OpenPayout): Write[] => [
  deleteItem(payout, mayBecome('given-up'), versionConflict),
  deleteItem(refundGuardKey(payout.paymentHash)),
  ...(payout.limited ? [decrementPaidOut(payout.limited)] : []),
]

/**
 * The state before each state. At the end the record is deleted, and the refund is on its
 * order, or nothing is: a paid one is only ever finished, and nothing follows an end.
 */
export const stateBefore = {
  paid: 'begun',
  finished: 'paid',
  'given-up': 'begun',
} as const

/** The condition that a payout is in the state that this one follows. */
const mayBecome = (state: keyof typeof stateBefore) => ({
  when: '#state = :before',
  values: { before: stateBefore[state] },
})

/** Part of a payout that counts to the day's limit without an administrator. */
type LimitedPart = {
  /** A day of UTC, YYYY-MM-DD. */
  readonly day: string
  readonly satoshis: number
}

/** Counts the satoshis of a day's payouts; they stay counted once they are paid. */
const payoutDayKey = (day: string): Key => ({ pk: 'PAYOUT-DAY', sk: day })

/** Takes a payout's part of its day. Throws and fails with `adminRequired` beyond the limit. */
function incrementPaidOut({ day, satoshis }: LimitedPart, limitSat: number): Write {
  const beyond = () => new Failure('adminRequired')
  if (satoshis > limitSat) throw beyond()
  return upsert(
    payoutDayKey(day),
    {
      add: { satoshis },
      when: 'attribute_not_exists(#satoshis) OR #satoshis <= :most',
      values: { most: limitSat - satoshis },
    },
    beyond,
  )
}

/** Gives back the part of a payout that paid nothing. */
const decrementPaidOut = ({ day, satoshis }: LimitedPart): Write =>
  update(payoutDayKey(day), { add: { satoshis: -satoshis } })
