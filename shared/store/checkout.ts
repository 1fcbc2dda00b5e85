import type { Checkout } from '../../functions/store-orders/endpoints.ts'
import { settings } from '../deployment/settings.ts'
import { Failure } from '../failure.ts'
import { readPaymentHash } from '../sales/payment-hashes.ts'
import {
  confirmPayment,
  type PaymentStatus,
  paymentStatus,
} from './payment-confirmation.ts'
import { completed, readFacts, type Sold, sell } from './sale.ts'

type Pending = Extract<PaymentStatus, { status: 'pending' }>

/**
 * Sells at once, in two round trips; a payment hash that was sold before answers the
 * earlier sale. With `verifyCheckout` an unconfirmed hash is pending instead.
 */
export async function checkout(wanted: Checkout, nowMs: number): Promise<Sold | Pending> {
  const { paymentHash } = wanted
  if (paymentHash === null) return sell(wanted, await readFacts(wanted), nowMs)

  const [{ sale, notification }, facts] = await Promise.all([
    readPaymentHash(paymentHash, nowMs),
    readFacts(wanted),
  ])
  if (sale) return completed(sale)
  if (settings.verifyCheckout()) {
    const standing = await paymentStatus(paymentHash, notification)
    if (standing.status === 'pending') return standing
  }
  return sell(wanted, facts, nowMs)
}

/**
 * Sells once the payment is confirmed, in the contract's order: repetition, payment,
 * amount, checks. A payment whose checks fail can be sold later.
 */
export async function checkoutIfPaid(
  wanted: Checkout & { readonly paymentHash: string },
  nowMs: number,
): Promise<Sold | Pending> {
  const { paymentHash, satoshiAmount } = wanted
  const { sale, notification } = await readPaymentHash(paymentHash, nowMs)
  if (sale) return completed(sale)
  const receipt = await confirmPayment(paymentHash, notification)
  if (!receipt) return { status: 'pending' }
  const { receivedSat } = receipt
  // A notification need not tell the amount, and confirms all the same
  if (receivedSat !== null && receivedSat < (satoshiAmount ?? receivedSat)) {
    throw new Failure('checkoutFailed')
  }
  return sell(wanted, await readFacts(wanted), nowMs)
}
