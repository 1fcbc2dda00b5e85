import { connectNode } from '../agents/connect-node.ts'
import { NodeFailure } from '../lightning/failure.ts'
import type { HashNotification } from '../sales/payment-hashes.ts'
import type { PaymentStatus } from './checkout-result.ts'

/** The satoshis received with a payment; null when its notification had no amount. */
type PaymentConfirmation = { readonly receivedSat: number | null }

/**
 * Payment confirmation: whether a payment was received, by a signed notification if there is one, else by asking
 * the node. undefined for a hash that is unpaid or unknown to the node. Throws NodeFailure.
 */
export async function confirmPayment(
  paymentHash: string,
  notification: HashNotification | undefined,
): Promise<PaymentConfirmation | undefined> {
  if (notification) return { receivedSat: notification.amountSat ?? null }
  const payment = await connectNode().incomingPayment(paymentHash)
  return payment?.isPaid ? payment : undefined
}

/**
 * The same as a status. A failure of the node is `pending` with `nodeReachable: false`, so
 * that it is never mistaken for an unpaid invoice.
 */
export async function paymentStatus(
  ...payment: Parameters<typeof confirmPayment>
): Promise<PaymentStatus> {
  try {
    return { status: (await confirmPayment(...payment)) ? 'paid' : 'pending' }
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error
    return { status: 'pending', nodeReachable: false }
  }
}
