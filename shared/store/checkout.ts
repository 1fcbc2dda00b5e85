import { settings } from '../deployment/settings.ts'
import { Failure } from '../failure.ts'
import { readPaymentHash } from '../sales/payment-hashes.ts'
import { amountsDiffer } from '../sales/tenders.ts'
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
 * Sells a cart in two round trips; a payment hash that has a sale gets that sale's result,
 * whatever the cart and the caller, because nothing is sold again. With
 * `verifyCheckout`, a payment hash that is not confirmed is pending instead. Throws the
 * failures of a checkout, and `permissionRequired`.
 */
export async function checkout(
  input: CheckoutRequest,
  facts: Facts,
): Promise<CheckoutResult | PendingPayment> {
  const { paymentHash } = input
  if (paymentHash === null) {
    refuseDiscount(input, facts)
    return createSale(input, await readSaleInputs(input), rulesFor(facts), facts)
  }
  const [{ sale, notification }, saleInputs] = await Promise.all([
    readPaymentHash(paymentHash, facts.nowMs),
    readSaleInputs(input),
  ])
  if (sale) return completedCheckout(sale)
  refuseDiscount(input, facts)
  if (settings.verifyCheckout()) {
    const payment = await paymentStatus(paymentHash, notification)
    if (payment.status === 'pending') return payment
  }
  return createSale(input, saleInputs, rulesFor(facts), facts)
}

/**
 * Sells a cart once its payment is confirmed. The order of the checks is part of the
 * contract: earlier sale, payment, amount, cart. A discount without permission is refused
 * before the payment, so that no customer pays for a cart that the till may not sell. A paid cart
 * that cannot be sold can be sold later. Throws `paymentHashRequired`, NodeFailure and what
 * `checkout` throws.
 */
export async function checkoutIfPaid(
  input: CheckoutRequest,
  facts: Facts,
): Promise<CheckoutResult | PendingPayment> {
  const { paymentHash, satoshiAmount } = input
  if (paymentHash === null) throw new Failure('paymentHashRequired')
  const { sale, notification } = await readPaymentHash(paymentHash, facts.nowMs)
  if (sale) return completedCheckout(sale)
  refuseDiscount(input, facts)
  const confirmation = await confirmPayment(paymentHash, notification)
  if (!confirmation) return { status: 'pending' }
  const { receivedSat } = confirmation
  // A notification without an amount confirms the payment, too
  if (receivedSat !== null && receivedSat < (satoshiAmount ?? receivedSat)) {
    throw amountsDiffer(lightningCentsOf(input))
  }
  return createSale(input, await readSaleInputs(input), rulesFor(facts), facts)
}

/** Throws `permissionRequired` for a discount of a caller who may give none. */
function refuseDiscount({ isDiscounted }: CheckoutRequest, { mayDiscount }: Facts): void {
  if (isDiscounted && !mayDiscount) throw new Failure('permissionRequired')
}

const rulesFor = ({ mayDiscount }: Facts): SaleRules => ({
  verifyAmounts: settings.verifyAmounts(),
  mayDiscount,
})

/** What of the amount was to be paid over Lightning. */
const lightningCentsOf = ({ tenders }: CheckoutRequest): number =>
  tenders.find(({ lightning }) => lightning?.paymentHash)?.amountCents ?? 0
