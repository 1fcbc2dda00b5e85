import { Failure } from '../../failure.ts'
import { newId } from '../../ids.ts'
import { payoutTerms } from '../../lightning/node/invoice.ts'
import { paymentHashOf } from '../../lightning/node/limits.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import { retryOnConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import {
  heldKey,
  heldRefusal,
  updateToHeldKey,
  upsertHeldAnswer,
} from '../../platform/idempotency/held-key.ts'
import type {
  RequestKey,
  StorableResponse,
} from '../../platform/idempotency/request-key.ts'
import { upsertDay } from '../sales/day-record.ts'
import { sentOnRecord } from '../sales/paid-satoshis.ts'
import {
  deleteRefunding,
  deleteUnmatched,
  insertUse,
  readPaymentHash,
  updateToRefunded,
  upsertUnmatched,
  usedFailure,
} from '../sales/payment-hashes.ts'
import { paymentSubject } from '../sales/payment-owner.ts'
import type { Price } from '../sales/payment-worth.ts'
import { earlierPayment, pay, takenFailure } from './pay-out.ts'
import type { RefundedPayment } from './payment-refund-request.ts'
import { payoutSatoshis, requireAmount } from './payout-amount.ts'
import { limitOf, readPayoutBase } from './payout-base.ts'
import {
  deleteFinished,
  deleteUnpaid,
  findPaymentPayout,
  InvoiceTaken,
  insertPaymentPayout,
  type PaymentPayoutRecord,
  paymentPayoutOf,
  updateToPaid,
} from './payouts.ts'
import { maxInvoiceLifeMs } from './refund.ts'
import { lookUpPayout, lookupTimeoutMs } from './settle-payout.ts'

/** A payment to give back, its destination, and the user who decided it. */
export type PaymentToRefund = {
  readonly paymentHash: string
  readonly invoice: string
  /** True if more than the payment's own amount may go back. */
  readonly excess: boolean
  /**
   * Price that the payment was asked for: the shop's rate of it bounds the refund;
   * undefined for administrators.
   */
  readonly quoted?: Price
  readonly userId: string
  readonly nowMs: number
  /** The request's Idempotency-Key, if any. */
  readonly key: RequestKey | undefined
}

/**
 * Refunds all of an unsold payment. While the refund is under way, nothing can be sold
 * for the payment. If it stays begun, the next call or the schedule looks it up. Throws
 * `paymentNotFound` for one that was not received, `invalid`, `refundInvoiceExpiry`,
 * `refundInvoiceMissingAmount`, `refundInvoiceAmountMismatch`, `refundInProgress`,
 * `alreadyRefunded`, `adminRequired`, NodeFailure, and `usedFailure`.
 */
export async function refundPayment(input: PaymentToRefund): Promise<RefundedPayment> {
  const { paymentHash, invoice, excess, quoted, userId, nowMs, key } = input
  const terms = payoutTerms(invoice)
  if (!terms) throw new Failure('invalid', { fault: 'invoice: not a Lightning invoice' })
  if (terms.expiresAtMs > Date.now() + maxInvoiceLifeMs) {
    throw new Failure('refundInvoiceExpiry', { field: 'invoice' })
  }
  const amountMsat = requireAmount(terms)
  const earlier = await earlierRefund(paymentHash, key)
  if (earlier) return earlier
  const base = await readPayoutBase(paymentHash, nowMs)
  if (!base) throw new Failure('paymentNotFound')
  // A quote's refund by a user who is not an administrator is bounded by its price
  if (excess && quoted) throw new Failure('adminRequired')
  const satoshiAmount = payoutSatoshis({ amountMsat }, 1, {
    tenderCents: 1,
    sentSat: base.sentSat,
    mostSat: excess ? base.withExcessSat : undefined,
    payouts: [],
  })
  const limit = quoted && limitOf(base, quoted)
  const refund = { id: newId(), paymentHash, invoice, satoshiAmount, userId }
  const payout = paymentPayoutOf(refund, {
    paymentHash: terms.paymentHash,
    begunAtMs: nowMs,
    invoiceExpiresAtMs: terms.expiresAtMs,
    ...(await earlierPayment(terms.paymentHash, nowMs)),
    ...(key && { key: heldKey(key) }),
    ...(limit && { limited: { day: limit.day, satoshis: satoshiAmount } }),
  })
  try {
    await transact([
      insertUse(paymentHash, {
        use: 'refunding',
        refundId: refund.id,
        satoshiAmount,
        keyedBy: key?.record.pk,
      }),
      ...insertPaymentPayout(payout, limit?.limitSat),
      deleteUnmatched(paymentHash),
      upsertDay({ unsoldHeldSat: satoshiAmount }),
      key && updateToHeldKey(key),
    ])
  } catch (error) {
    if (error instanceof InvoiceTaken) throw await takenFailure(error)
    throw error
  }
  const lost = await pay(payout, invoice, (refusal) =>
    giveUp(payout, refusal.reason, key && heldRefusal(key, refusal)),
  )
  const outcome = await settlePaymentPayout(refund)
  if (outcome === 'refunded') return onWire(refund)
  throw outcome === 'given-up' && lost ? lost : new Failure('refundInProgress')
}

/**
 * The refund that an earlier run of this request made. Throws `usedFailure`, and
 * `refundInProgress` while the outcome of a refund is unknown.
 */
async function earlierRefund(
  paymentHash: string,
  key: RequestKey | undefined,
): Promise<RefundedPayment | undefined> {
  const { sale, use } = await readPaymentHash(paymentHash)
  const outcome = sale ?? use
  if (!outcome) return undefined
  if (!use || (use.use !== 'refunding' && use.use !== 'refunded')) {
    throw usedFailure(outcome)
  }
  const refund = { id: use.refundId, paymentHash, satoshiAmount: use.satoshiAmount }
  const settled = await settlePaymentPayout(refund)
  if (settled === 'unknown') throw new Failure('refundInProgress')
  // It may go back to another invoice
  if (settled === 'given-up') return undefined
  if (key === undefined || use.keyedBy !== key.record.pk) throw usedFailure(use)
  return onWire(refund)
}

const onWire = ({
  id,
  paymentHash,
  satoshiAmount,
}: RefundedPayment): RefundedPayment => ({
  id,
  paymentHash: paymentHashOf(paymentHash),
  satoshiAmount,
})

/** Brings the begun refund of a payment to its end, if the node knows one. */
export const settlePaymentPayout = (
  { id, paymentHash }: Pick<RefundedPayment, 'id' | 'paymentHash'>,
  timeoutMs = lookupTimeoutMs,
): Promise<'refunded' | 'given-up' | 'unknown'> =>
  retryOnConflict(async () => {
    const payout = await findPaymentPayout(id)
    if (!payout) {
      const { use } = await readPaymentHash(paymentHash)
      return use?.use === 'refunded' && use.refundId === id ? 'refunded' : 'given-up'
    }
    if (payout.state === 'begun') {
      const outcome = await lookUpPayout(payout, Date.now(), timeoutMs)
      if (outcome === 'unknown') return 'unknown'
      if (outcome === 'failed') {
        await giveUp(payout, 'the node paid nothing')
        return 'given-up'
      }
      await transact([updateToPaid(payout)])
    }
    await finish(payout)
    return 'refunded'
  })

/** Ends a payout that was paid. */
async function finish(payout: PaymentPayoutRecord): Promise<void> {
  const { ofPayment: refund, key } = payout
  const { id, paymentHash, satoshiAmount } = refund
  const answer = {
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify(onWire(refund)),
  }
  await transact([
    deleteFinished(payout),
    updateToRefunded(paymentHash, id),
    upsertDay({ unsoldRefundedSat: satoshiAmount, unsoldHeldSat: -satoshiAmount }),
    insertRefundAudit(refund, { refundId: id, satoshiAmount }),
    ...(key ? upsertHeldAnswer(key, answer, Date.now()) : []),
  ])
}

/** Ends a payout that paid nothing: its payment is unmatched again. */
async function giveUp(
  payout: PaymentPayoutRecord,
  why: string,
  refusal?: StorableResponse,
): Promise<void> {
  const { ofPayment: refund, key } = payout
  const { id, paymentHash, satoshiAmount } = refund
  const known = await readPaymentHash(paymentHash)
  const { notification } = known
  await transact([
    ...deleteUnpaid(payout),
    deleteRefunding(paymentHash, id),
    notification &&
      upsertUnmatched(paymentHash, { ...notification, amountSat: sentOnRecord(known) }),
    upsertDay({ unsoldHeldSat: -satoshiAmount }),
    insertRefundAudit(refund, { refundId: id, givenUp: why, satoshiAmount }),
    ...(key && refusal ? upsertHeldAnswer(key, refusal, Date.now()) : []),
  ])
}

const insertRefundAudit = (
  { paymentHash, userId }: PaymentPayoutRecord['ofPayment'],
  after: Readonly<Record<string, unknown>>,
) =>
  insertAuditEntry({
    kind: 'refund',
    userId,
    subject: paymentSubject(paymentHash),
    after,
  })
