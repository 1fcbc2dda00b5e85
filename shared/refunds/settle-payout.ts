import { insertAuditEntry } from '../audit/audit-trail.ts'
import { retryOnConflict, versionConflict } from '../dynamodb/optimistic-lock.ts'
import { transact } from '../dynamodb/transact.ts'
import { upsertHeldAnswer } from '../idempotency/held-key.ts'
import type { StorableResponse } from '../idempotency/request-key.ts'
import { logger } from '../logger.ts'
import { findOrder, type Order } from '../sales/orders.ts'
import { prepareFinish } from './finish-refund.ts'
import { lookUpPayout } from './payout-lookup.ts'
import {
  deleteFinished,
  deleteGivenUp,
  findPayout,
  type PayoutRecord,
  updateToPaid,
} from './payouts.ts'
import { refundAnswer } from './refund-response.ts'
import { refundableOf } from './refundable.ts'

/** How long the node is asked while a client waits for the answer. */
export const lookupTimeoutMs = 3_000

/**
 * Brings the begun refund of an order to its end, if the node knows one. Returns the order
 * as it is then: with `refunding` while the outcome is unknown, undefined for an order that
 * does not exist.
 */
export const settlePayout = (
  orderId: string,
  timeoutMs = lookupTimeoutMs,
): Promise<Order | undefined> =>
  retryOnConflict(async () => {
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
  })

/**
 * An order for a reader, after its begun refund, if it has one, was looked up. That the
 * lookup fails does not concern the reader.
 */
export async function withSettledRefund<T extends Order>(order: T): Promise<T> {
  if (!order.refunding) return order
  try {
    return ((await settlePayout(order.id)) ?? order) as T
  } catch (error) {
    logger.error('payout-not-settled', { orderId: order.id, error: String(error) })
    return order
  }
}

/** Finishes the refund of a payout that was paid. */
export async function finish(order: Order, payout: PayoutRecord): Promise<Order> {
  const refundable = refundableOf(order)
  if (!refundable || !order.refunding) throw versionConflict()
  const nowMs = Date.now()
  const { refund, after, writes } = await prepareFinish(
    refundable,
    order.refunding,
    nowMs,
  )
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
      subject: { id: order.id, name: null },
      before: null,
      after: { refundId: payout.sk, givenUp: why, amountCents: refunding?.amountCents },
    }),
  ])
  return { ...rest, pk: order.pk, sk: order.sk } as Order
}
