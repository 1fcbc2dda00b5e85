import { settings } from '../deployment/settings.ts'
import { Failure } from '../failure.ts'
import { readPaymentHash } from '../sales/payment-hashes.ts'
import type { CheckoutIfPaidRequest, CheckoutRequest } from './checkout-request.ts'
import {
  type CheckoutResult,
  completedCheckout,
  type PendingPayment,
} from './checkout-result.ts'
import { confirmPayment, paymentStatus } from './payment-confirmation.ts'
import { createSale, readSaleInputs } from './sale.ts'

/**
 * Sells a cart in two round trips; a payment hash that has a sale gets that sale's result.
 * With `verifyCheckout`, a payment hash that is not confirmed is pending instead. Throws
 * `checkoutFailed` and `tooManyProducts`.
 */
export async function checkout(
  input: CheckoutRequest,
  nowMs: number,
): Promise<CheckoutResult | PendingPayment> {
  const { paymentHash } = input
  if (paymentHash === null) return createSale(input, await readSaleInputs(input), nowMs)

  const [{ sale, notification }, saleInputs] = await Promise.all([
    readPaymentHash(paymentHash, nowMs),
    readSaleInputs(input),
  ])
  if (sale) return completedCheckout(sale)
  if (settings.verifyCheckout()) {
    const payment = await paymentStatus(paymentHash, notification)
    if (payment.status === 'pending') return payment
  }
  return createSale(input, saleInputs, nowMs)
}

/**
 * Sells a cart once its payment is confirmed. The order of the checks is part of the
 * contract: earlier sale, payment, amount, cart. A paid cart that cannot be sold can be
 * sold later. Throws `checkoutFailed`, `tooManyProducts` and NodeFailure.
 */
export async function checkoutIfPaid(
  input: CheckoutIfPaidRequest,
  nowMs: number,
): Promise<CheckoutResult | PendingPayment> {
  const { paymentHash, satoshiAmount } = input
  const { sale, notification } = await readPaymentHash(paymentHash, nowMs)
  if (sale) return completedCheckout(sale)
  const confirmation = await confirmPayment(paymentHash, notification)
  if (!confirmation) return { status: 'pending' }
  const { receivedSat } = confirmation
  // A notification without an amount confirms the payment, too
  if (receivedSat !== null && receivedSat < (satoshiAmount ?? receivedSat)) {
    throw new Failure('checkoutFailed')
  }
  return createSale(input, await readSaleInputs(input), nowMs)
}
