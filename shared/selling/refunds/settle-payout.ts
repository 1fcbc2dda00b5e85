import { connectNode } from '../../agents/connect-node.ts'
import { furtherShopIfAny } from '../../current-shop.ts'
import { isFailure } from '../../failure.ts'
import { attemptsSince } from '../../lightning/node/attempts.ts'
import { NodeFailure } from '../../lightning/node/failure.ts'
import { lookUpWithTimeout } from '../../lightning/node/lookup-timeout.ts'
import { logger } from '../../logger.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import { withoutCarried } from '../../platform/dynamodb/committed-with.ts'
import {
  retryOnConflict,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { upsertHeldAnswer } from '../../platform/idempotency/held-key.ts'
import type { StorableResponse } from '../../platform/idempotency/request-key.ts'
import { findOrder, type Order } from '../sales/orders.ts'
import { currencyToRefund } from './currency-to-refund.ts'
import { prepareFinish } from './finish-refund.ts'
import {
  attemptedSinceMs,
  deleteFinished,
  deleteGivenUp,
  findPayout,
  type OpenPayout,
  type PayoutRecord,
  updateToPaid,
} from './payouts.ts'
import { refundAnswer } from './refund-request.ts'
import { refundableOf } from './refundable.ts'

/** Time for which the node is asked while a client waits for the answer. */
export const lookupTimeoutMs = 3_000

/**
 * Finishes the begun refund of an order, if the node knows its outcome. Returns the order
 * as it is then: with `refunding` while the outcome is unknown, undefined for an order
 * that does not exist.
 */
export const settlePayout = (
  orderId: string,
  timeoutMs = lookupTimeoutMs,
): Promise<Order | undefined> =>
  // The refund may be another user's: it must not use the approval of this request
  withoutCarried(() => retryOnConflict(() => settleOnce(orderId, timeoutMs)))

async function settleOnce(
  orderId: string,
  timeoutMs: number,
): Promise<Order | undefined> {
  const order = await findOrder(orderId)
  if (!order?.refunding) return order
  const payout = await findPayout(order.refunding.id)
  // Its end came between the two reads
  if (!payout) throw versionConflict()
  if (payout.state === 'begun') {
    const outcome = await lookUpPayout(payout, Date.now(), timeoutMs)
    if (outcome === 'unknown') return order
    if (outcome === 'failed') return giveUp(order, payout, 'the node paid nothing')
    await transact([updateToPaid(payout)])
  }
  return finish(order, payout)
}

/**
 * Returns an order for a reader, after a lookup of its begun refund, if it has one. A
 * failure of the lookup does not concern the reader.
 */
export async function withSettledRefund<T extends Order>(order: T): Promise<T> {
  if (!order.refunding || furtherShopIfAny()?.isReadOnly) return order
  try {
    return ((await settlePayout(order.id)) ?? order) as T
  } catch (error) {
    logger.error('payout-not-settled', { orderId: order.id, error: String(error) })
    return order
  }
}

/**
 * Finishes the refund of a payout that was paid. In a shop that has changed its currency since it
 * was begun, no day counts it: it stands apart in the exports.
 */
export async function finish(order: Order, payout: PayoutRecord): Promise<Order> {
  try {
    return await finishIn(await currencyToRefund(order), order, payout)
  } catch (error) {
    if (!isFailure(error, 'currencyDiffers')) throw error
    return finishIn(undefined, order, payout)
  }
}

async function finishIn(
  currency: string | undefined,
  order: Order,
  payout: PayoutRecord,
): Promise<Order> {
  const refundable = refundableOf(order)
  if (!refundable || !order.refunding) throw versionConflict()
  const nowMs = Date.now()
  const { refund, after, writes } = await prepareFinish(refundable, order.refunding, {
    nowMs,
    currency,
  })
  const answer = {
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify(refundAnswer(after, refund)),
  }
  await transact([
    deleteFinished(payout),
    ...writes,
    ...(payout.key ? upsertHeldAnswer(payout.key, answer, nowMs) : []),
  ])
  const { refunding: _finished, ...rest } = order
  return { ...rest, pk: order.pk, sk: order.sk, sale: after.sale } as Order
}

/**
 * Ends a payout that paid nothing, and why. A refusal is stored under the key of the request
 * that began it, so that no other run of that request pays after all.
 */
export async function giveUp(
  order: Order,
  payout: PayoutRecord,
  why: string,
  refusal?: StorableResponse,
): Promise<Order> {
  const { refunding, ...rest } = order
  const { key } = payout
  await transact([
    ...deleteGivenUp(payout),
    ...(key && refusal ? upsertHeldAnswer(key, refusal, Date.now()) : []),
    insertAuditEntry({
      kind: 'refund',
      userId: refunding?.userId ?? '',
      approvedBy: refunding?.approvedBy ?? null,
      subject: { id: order.id },
      after: { refundId: payout.sk, givenUp: why, amountCents: refunding?.amountCents },
    }),
  ])
  return { ...rest, pk: order.pk, sk: order.sk } as Order
}

/** The outcome of a payout's payment, as far as the node knows it. */
type PayoutOutcome = 'paid' | 'failed' | 'unknown'

/**
 * A function that began a payout, and the agent's request with it, have ended by then: no
 * call that pays begins any more.
 */
const maxPayingMs = 60_000

/**
 * A payment that is under way may still be paid after its invoice has expired. Its funds are
 * locked for 2,016 blocks at most, two weeks; a node that says nothing of its end has let it
 * fail by then.
 */
const maxPendingMs = 15 * 24 * 60 * 60_000

/**
 * Asks the node about a payout's payment. Failed is one that the node reports as failed, or
 * does not know although its invoice can no longer be paid.
 */
export async function lookUpPayout(
  payout: OpenPayout,
  nowMs: number,
  timeoutMs: number,
): Promise<PayoutOutcome> {
  const { earlierPaymentId, begunAtMs, invoiceExpiresAtMs } = payout
  const found = await lookUpWithTimeout(lookUp(payout), timeoutMs)
  if (!found) return 'unknown'
  const { payment, hasFailedSince } = found
  if (hasFailedSince) return 'failed'
  if (!payment || payment.paymentId === earlierPaymentId) {
    const isOver = payout.isCalled || nowMs > begunAtMs + maxPayingMs
    return isOver && nowMs > invoiceExpiresAtMs ? 'failed' : 'unknown'
  }
  if (payment.isPaid) return 'paid'
  const isEnded = payment.completedAt !== null || nowMs > begunAtMs + maxPendingMs
  return isEnded ? 'failed' : 'unknown'
}

/**
 * Looks up a payout by its hash: a paid attempt, else one under way, else the first that
 * failed. If that is an earlier attempt, the node's list is asked for a later one.
 */
async function lookUp({
  paymentHash,
  earlierPaymentId,
  earlierAttempts,
  begunAtMs,
}: OpenPayout) {
  const node = connectNode()
  const payment = await node.outgoingPaymentByHash(paymentHash)
  const isEarlier =
    payment?.paymentId === earlierPaymentId && payment?.completedAt !== null
  if (!payment || payment.isPaid || !isEarlier || earlierAttempts === undefined) {
    return { payment, hasFailedSince: false }
  }
  const sinceMs = attemptedSinceMs(begunAtMs)
  const attempts = await attemptsSince(node, paymentHash, sinceMs)
  return { payment, hasFailedSince: attempts > earlierAttempts }
}

/** The statuses with which a request is refused before anything is done. */
const refusingStatuses: readonly number[] = [400, 401, 403]

/**
 * True if a failure of the node means that it has certainly not paid: the request did not
 * reach the node or was refused, or the node says why the payment failed. Any other
 * answer may be that of a proxy which lost the node's own. `invoice_already_paid` may be
 * about this payout's own payment.
 */
export const isRefusal = (error: unknown): error is NodeFailure =>
  error instanceof NodeFailure &&
  (!error.sent ||
    (error.reason !== 'invoice_already_paid' &&
      (error.isReported || refusingStatuses.includes(error.code))))
