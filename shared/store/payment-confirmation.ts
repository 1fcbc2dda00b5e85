import { connectNode } from '../agents/connect-node.ts'
import { NodeFailure } from '../lightning/failure.ts'
import type { HashNotification } from '../sales/payment-hashes.ts'

/** The satoshis of a payment that was received; null when nobody has told them. */
type PaymentConfirmation = { readonly receivedSat: number | null }

/**
 * What was received of a payment: a verified notification tells, else the node is asked.
 * undefined for a hash that is unknown to the node or unpaid. Throws NodeFailure.
 */
export async function confirmPayment(
  paymentHash: string,
  notification: HashNotification | undefined,
): Promise<PaymentConfirmation | undefined> {
  if (notification) return { receivedSat: notification.amountSat ?? null }
  const payment = await connectNode().incomingPayment(paymentHash)
  return payment?.isPaid ? payment : undefined
}

/** A payment without a sale, as payment-status tells it. */
export type PaymentStatus =
  | { readonly status: 'paid' }
  | { readonly status: 'pending'; readonly nodeReachable?: false }

/** The same as a status: a node that could not be asked never looks like an unpaid invoice. */
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
