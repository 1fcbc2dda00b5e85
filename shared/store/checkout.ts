import { settings } from '../deployment/settings.ts'
import { Failure } from '../failure.ts'
import { readPaymentHash } from '../sales/payment-hashes.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import {
  type CheckoutResult,
  completedCheckout,
  type PendingPayment,
} from './checkout-result.ts'
import { confirmPayment, paymentStatus } from './payment-confirmation.ts'
import { createSale, type SaleFacts } from './sale.ts'
import { readSaleInputs } from './sale-inputs.ts'
import type { SaleRules } from './sale-plan.ts'

/** What a checkout knows of its caller and its time. */
type Facts = SaleFacts & { readonly mayDiscount: boolean }

/**
 * Sells a cart in two round trips; a payment hash that has a sale gets that sale's result.
 * With `verifyCheckout`, a payment hash that is not confirmed is pending instead. Throws
 * the failures of a checkout, and `permissionRequired`.
 */
export async function checkout(
  input: CheckoutRequest,
  facts: Facts,
): Promise<CheckoutResult | PendingPayment> {
  const { paymentHash } = input
  const { nowMs } = facts
  const rules = rulesFor(input, facts)
  if (paymentHash === null) {
    return createSale(input, await readSaleInputs(input), rules, facts)
  }
  const [{ sale, notification }, saleInputs] = await Promise.all([
    readPaymentHash(paymentHash, nowMs),
    readSaleInputs(input),
  ])
  if (sale) return completedCheckout(sale)
  if (settings.verifyCheckout()) {
    const payment = await paymentStatus(paymentHash, notification)
    if (payment.status === 'pending') return payment
  }
  return createSale(input, saleInputs, rules, facts)
}

/**
 * Sells a cart once its payment is confirmed. The order of the checks is part of the
 * contract: earlier sale, payment, amount, cart. A paid cart that cannot be sold can be
 * sold later. Throws `paymentHashRequired`, NodeFailure and what `checkout` throws.
 */
export async function checkoutIfPaid(
  input: CheckoutRequest,
  facts: Facts,
): Promise<CheckoutResult | PendingPayment> {
  const { paymentHash, satoshiAmount } = input
  const { nowMs } = facts
  if (paymentHash === null) throw new Failure('paymentHashRequired')
  const rules = rulesFor(input, facts)
  const { sale, notification } = await readPaymentHash(paymentHash, nowMs)
  if (sale) return completedCheckout(sale)
  const confirmation = await confirmPayment(paymentHash, notification)
  if (!confirmation) return { status: 'pending' }
  const { receivedSat } = confirmation
  // A notification without an amount confirms the payment, too
  if (receivedSat !== null && receivedSat < (satoshiAmount ?? receivedSat)) {
    throw new Failure('checkoutAmounts')
  }
  return createSale(input, await readSaleInputs(input), rules, facts)
}

/** Throws `permissionRequired` for a discount of a caller who may give none. */
function rulesFor(input: CheckoutRequest, { mayDiscount }: Facts): SaleRules {
  const isDiscounted =
    input.discountCents > 0 || input.items.some(({ discountCents }) => discountCents > 0)
  if (isDiscounted && !mayDiscount) throw new Failure('permissionRequired')
  return { verifyAmounts: settings.verifyAmounts(), mayDiscount }
}
