import { Failure } from '../../shared/failure.ts'
import { connectNode } from '../../shared/lightning/connect.ts'
import { NodeFailure } from '../../shared/lightning/failure.ts'
import type { HashNotification } from '../../shared/table/payment-hashes.ts'

/**
 * Whether a payment was received: a verified notification says so, else the node is asked.
 * One that does not tell the amount cannot vouch for `leastSat`. Throws `checkoutFailed`
 * when less was received, NodeFailure when the node could not be asked.
 */
export async function isReceived(
  paymentHash: string,
  notification: HashNotification | undefined,
  leastSat: number | null,
): Promise<boolean> {
  const told = notification && (leastSat === null || notification.amountSat !== undefined)
  const receivedSat = told ? (notification.amountSat ?? 0) : await askNode(paymentHash)
  if (receivedSat === undefined) return false
  if (leastSat !== null && receivedSat < leastSat) throw new Failure('checkoutFailed')
  return true
}

/** A payment without a sale, as payment-status tells it. */
export type Standing =
  | { readonly status: 'paid' }
  | { readonly status: 'pending'; readonly nodeReachable?: false }

/** The same as a status: a node that could not be asked never looks like an unpaid invoice. */
export async function standingOf(
  ...payment: Parameters<typeof isReceived>
): Promise<Standing> {
  try {
    return { status: (await isReceived(...payment)) ? 'paid' : 'pending' }
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error
    return { status: 'pending', nodeReachable: false }
  }
}

/** The satoshis received; undefined for a hash that is unknown to the node or unpaid. */
async function askNode(paymentHash: string): Promise<number | undefined> {
  const payment = await connectNode().incomingPayment(paymentHash.toLowerCase())
  return payment?.isPaid ? payment.receivedSat : undefined
}
