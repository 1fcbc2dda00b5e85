import { connectNode } from '../../agents/connect-node.ts'
import { Failure } from '../../failure.ts'
import { attemptsSince } from '../../lightning/node/attempts.ts'
import { alreadyPaidFailure, NodeFailure } from '../../lightning/node/failure.ts'
import type { PayoutTerms } from '../../lightning/node/invoice.ts'
import { lookUpWithTimeout } from '../../lightning/node/lookup-timeout.ts'
import { unlessChanged } from '../../platform/dynamodb/optimistic-lock.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import {
  heldKey,
  heldRefusal,
  updateToHeldKey,
} from '../../platform/idempotency/held-key.ts'
import type { RequestKey } from '../../platform/idempotency/request-key.ts'
import { findOrder, type Order } from '../sales/orders.ts'
import type { SaleRefund } from '../sales/sale-snapshot.ts'
import {
  attemptedSinceMs,
  findPaymentPayout,
  InvoiceTaken,
  insertPayout,
  type OpenPayout,
  type PayoutFacts,
  payoutOf,
  updateToCalled,
  updateToPaid,
} from './payouts.ts'
import { giveUp, isRefusal, lookupTimeoutMs, settlePayout } from './settle-payout.ts'

/** A refund whose invoice is to be paid, on the order that was read. */
export type PayoutToMake = {
  readonly order: Order
  readonly refund: SaleRefund
  readonly terms: PayoutTerms
  /** The day's limit in satoshis, and the day; absent without a limit. */
  readonly limit?: { readonly day: string; readonly limitSat: number } | undefined
  readonly nowMs: number
  /** The request's Idempotency-Key, if any. */
  readonly key: RequestKey | undefined
}

/**
 * Begins a payout, pays its invoice and finishes the refund. Returns the order after it. If
 * it stays begun, the next call, a read of the order or the schedule looks it up. Throws a
 * version conflict when the order has changed, `refundInProgress`, NodeFailure when the node
 * refused, `adminRequired` beyond the day's limit, and `alreadyRefunded` for an invoice that
 * has paid out a refund.
 */
export async function payOut({ order, refund, terms, limit, nowMs, key }: PayoutToMake) {
  const { paymentHash } = terms
  const payout = payoutOf(order, refund, {
    paymentHash,
    begunAtMs: nowMs,
    invoiceExpiresAtMs: terms.expiresAtMs,
    ...(await earlierPayment(paymentHash, nowMs)),
    ...(key && { key: heldKey(key) }),
    ...(limit && { limited: { day: limit.day, satoshis: refund.satoshiAmount } }),
  })
  try {
    await transact([
      ...insertPayout(order, refund, payout, limit?.limitSat),
      key && updateToHeldKey(key),
    ])
  } catch (error) {
    if (error instanceof InvoiceTaken) throw await takenFailure(error)
    throw error
  }
  const lost = await pay(payout, refund.invoice ?? '', async (refusal) => {
    const order = await findOrder(payout.orderId)
    if (order)
      await giveUp(order, payout, refusal.reason, key && heldRefusal(key, refusal))
  })
  const after = await settlePayout(order.id)
  if (!after || after.refunding) throw new Failure('refundInProgress')
  const isFinished = after.sale?.refunds?.some(({ id }) => id === refund.id)
  if (!isFinished) throw lost ?? new Failure('refundInProgress')
  return after
}

/**
 * Looks up the node's earlier payment and attempts for an invoice. Throws NodeFailure, also
 * when it is paid, and `invalid` for an invoice of the node itself, which cannot pay it.
 */
export async function earlierPayment(
  paymentHash: string,
  nowMs: number,
): Promise<Pick<PayoutFacts, 'earlierPaymentId' | 'earlierAttempts'>> {
  const node = connectNode()
  const [earlier, own] = await Promise.all([
    node.outgoingPaymentByHash(paymentHash),
    node.incomingPayment(paymentHash),
  ])
  if (own) throw new Failure('invalid', { fault: "invoice: is the shop's own" })
  if (earlier?.isPaid) {
    throw alreadyPaidFailure()
  }
  if (!earlier) return { earlierPaymentId: null }
  const attempts = await lookUpWithTimeout(
    attemptsSince(node, paymentHash, attemptedSinceMs(nowMs)),
    lookupTimeoutMs,
  )
  return {
    earlierPaymentId: earlier.paymentId,
    ...(attempts !== undefined && { earlierAttempts: attempts }),
  }
}

/** Another refund has the invoice: it has paid it out, or may be about to. */
export async function takenFailure({ guard }: InvoiceTaken): Promise<Failure> {
  const isBegun = guard.orderId
    ? (await findOrder(guard.orderId))?.refunding?.id === guard.refundId
    : (await findPaymentPayout(guard.refundId)) !== undefined
  return new Failure(isBegun ? 'refundInProgress' : 'alreadyRefunded')
}

/**
 * Pays the invoice and keeps the certain outcome, unless another call has looked the
 * payout up in between and changed its state. Returns the failure after which the payment
 * must be looked up. Throws NodeFailure for a refusal, after `giveUp`.
 */
export async function pay(
  payout: OpenPayout,
  invoice: string,
  giveUp: (refusal: NodeFailure) => Promise<void>,
): Promise<NodeFailure | undefined> {
  try {
    await connectNode().payInvoice({ invoice })
  } catch (error) {
    if (isRefusal(error)) {
      await unlessChanged(() => giveUp(error))
      throw error
    }
    if (!(error instanceof NodeFailure)) throw error
    await unlessChanged(() => transact([updateToCalled(payout)]))
    return error
  }
  await unlessChanged(() => transact([updateToPaid(payout)]))
  return undefined
}
