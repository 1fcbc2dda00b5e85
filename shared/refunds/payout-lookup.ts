import { connectNode } from '../agents/connect-node.ts'
import { NodeFailure } from '../lightning/failure.ts'
import { lookUpWithTimeout } from '../lightning/lookup-timeout.ts'
import type { PayoutRecord } from './payouts.ts'

/** The outcome of a payout's payment, as far as the node knows it. */
export type PayoutOutcome = 'paid' | 'failed' | 'unknown'

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
  payout: PayoutRecord,
  nowMs: number,
  timeoutMs: number,
): Promise<PayoutOutcome> {
  const { paymentHash, earlierPaymentId, begunAtMs, invoiceExpiresAtMs } = payout
  const found = await lookUpWithTimeout(
    connectNode()
      .outgoingPaymentByHash(paymentHash)
      .then((payment) => ({ payment })),
    timeoutMs,
  )
  if (!found) return 'unknown'
  const { payment } = found
  if (!payment || payment.paymentId === earlierPaymentId) {
    const isOver = payout.isCalled || nowMs > begunAtMs + maxPayingMs
    return isOver && nowMs > invoiceExpiresAtMs ? 'failed' : 'unknown'
  }
  if (payment.isPaid) return 'paid'
  const isEnded = payment.completedAt !== null || nowMs > begunAtMs + maxPendingMs
  return isEnded ? 'failed' : 'unknown'
}

/** The statuses with which a request is refused before anything is done. */
const refusingStatuses: readonly number[] = [400, 401, 403]

/**
 * Whether a failure of the node means that it has certainly not paid: the request did not
 * reach it, it was refused, or the node says why the payment failed. Any other answer may be
 * that of a proxy which lost the node's own, whatever its page says. That an invoice is paid
 * already may be about this payout's own payment.
 */
export const isRefusal = (error: unknown): error is NodeFailure =>
  error instanceof NodeFailure &&
  (!error.sent ||
    (error.reason !== 'invoice_already_paid' &&
      (error.isReported || refusingStatuses.includes(error.code))))
