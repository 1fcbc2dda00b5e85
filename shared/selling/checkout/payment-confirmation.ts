import { connectNode } from '../../agents/connect-node.ts'
import { NodeFailure } from '../../lightning/node/failure.ts'
import { notified, type PaymentReport } from '../sales/paid-satoshis.ts'
import type { HashNotification, PaymentHashState } from '../sales/payment-hashes.ts'
import type { PendingPayment } from './checkout-result.ts'

/**
 * Payment confirmation: whether a payment was received, by a signed notification if there is
 * one, else by asking the node. undefined for a hash that is unpaid or unknown to the node.
 * Throws NodeFailure.
 */
export async function confirmPayment(
  paymentHash: string,
  notification: HashNotification | undefined,
): Promise<PaymentReport | undefined> {
  if (notification) return notified(notification)
  const payment = await connectNode().incomingPayment(paymentHash)
  return payment?.isPaid ? payment : undefined
}

/**
 * Confirms a payment for a sale that compares amounts: a notification without an amount
 * confirms nothing. The node may add the amount of an invoice that is not on record.
 * Throws NodeFailure.
 */
export async function confirmAmount(
  paymentHash: string,
  { notification, invoice }: PaymentHashState,
): Promise<PaymentReport | undefined> {
  const hasAmount = Boolean(notification?.amountSat ?? invoice?.amountSat)
  const confirmation = await confirmPayment(
    paymentHash,
    hasAmount ? notification : undefined,
  )
  if (!notification || !hasAmount || invoice?.amountSat !== undefined) return confirmation
  const atNode = await reportOfNode(paymentHash)
  return confirmation && { ...confirmation, requestedSat: atNode?.requestedSat ?? null }
}

/**
 * Asks the node about a received payment; undefined if it says nothing or cannot be
 * asked. Only the node knows its fee: no notification tells it.
 */
export const reportOfNode = (paymentHash: string): Promise<PaymentReport | undefined> =>
  confirmPayment(paymentHash, undefined).catch((error) => {
    if (error instanceof NodeFailure) return undefined
    throw error
  })

/**
 * Returns the confirmed value, or that the payment is pending. A failure of the node is
 * `pending` with `nodeReachable: false`, so that it is never mistaken for an unpaid invoice.
 */
export async function orPending<T>(
  confirming: Promise<T | undefined>,
): Promise<T | PendingPayment> {
  try {
    return (await confirming) ?? { status: 'pending' }
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error
    return { status: 'pending', nodeReachable: false }
  }
}
