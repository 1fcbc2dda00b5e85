import { Failure } from '../failure.ts'
import { readPaymentHash } from '../sales/payment-hashes.ts'
import { requireOwnPayment } from '../sales/payment-owner.ts'
import { amountsDiffer } from '../sales/tenders.ts'
import type { Safeguards } from '../shop/business.ts'
import { findConfig, safeguardsOf } from '../shop/config.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import type { CheckoutResult, PendingPayment } from './checkout-result.ts'
import { confirmAmount, confirmPayment } from './payment-confirmation.ts'
import { repeatedSale, sellCartOnce } from './repeated-sale.ts'
import { createSale, type SaleFacts } from './sale.ts'
import { readSaleInputs } from './sale-inputs.ts'
import {
  paidSatoshis,
  requireHashOfBitcoin,
  verifiedOrPending,
  verifyPayment,
} from './verified-payment.ts'

/**
 * Sells a cart in two round trips; a payment hash that has a sale gets that sale's result
 * again, and so does a saleId. With `verifyCheckout`, a payment hash that is not confirmed is
 * pending instead. Throws the failures of a checkout, `saleDiffers`, `permissionRequired`, `paymentOfAnotherUser`, `paymentAlreadySold`.
 */
export const checkout = (
  input: CheckoutRequest,
  facts: SaleFacts,
): Promise<CheckoutResult | PendingPayment> =>
  sellCartOnce(input, () => sell(input, facts))

async function sell(
  input: CheckoutRequest,
  facts: SaleFacts,
): Promise<CheckoutResult | PendingPayment> {
  const { paymentHash, tenders } = input
  const [known, saleInputs] = await Promise.all([
    paymentHash === null ? undefined : readPaymentHash(paymentHash),
    readSaleInputs(input),
  ])
  if (paymentHash !== null && known) {
    if (known.sale) return repeatedSale(input, known.sale, facts)
    await requireOwnPayment(paymentHash, known, facts)
  }
  refuseDiscount(input, facts)
  refuseOpenAmounts(input, saleInputs.safeguards, facts)
  const sold = { ...saleInputs, tenders }
  const payment = await verifiedOrPending(paymentHash, known, sold, facts)
  if (payment && 'status' in payment) return payment
  return createSale(input, saleInputs, facts, payment)
}

/**
 * Sells a cart once its payment is confirmed. The order of the checks is part of the
 * contract: earlier sale, payment, amount, cart. Whose payment it is comes before it is asked
 * for, and so does a discount without permission, so that no customer pays for a cart that
 * the till may not sell. A paid cart that cannot be sold can be sold later. Throws
 * `paymentHashRequired`, NodeFailure and what `checkout` throws.
 */
export const checkoutIfPaid = (
  input: CheckoutRequest,
  facts: SaleFacts,
): Promise<CheckoutResult | PendingPayment> =>
  sellCartOnce(input, () => sellIfPaid(input, facts))

async function sellIfPaid(
  input: CheckoutRequest,
  facts: SaleFacts,
): Promise<CheckoutResult | PendingPayment> {
  const { paymentHash, satoshiAmount, tenders } = input
  if (paymentHash === null) throw new Failure('paymentHashRequired')
  const known = await readPaymentHash(paymentHash)
  if (known.sale) return repeatedSale(input, known.sale, facts)
  await requireOwnPayment(paymentHash, known, facts)
  refuseDiscount(input, facts)
  if (hasOpenAmounts(input) && !facts.mayDiscount) {
    refuseOpenAmounts(input, safeguardsOf(await findConfig()), facts)
  }
  const confirmed = await confirmPayment(paymentHash, known.notification)
  if (!confirmed) return { status: 'pending' }
  // Only now: tills ask again and again while the customer has not paid.
  const saleInputs = await readSaleInputs(input)
  if (!saleInputs.safeguards.verifyCheckout) {
    const paidSat = paidSatoshis(confirmed, known)
    // A notification without an amount confirms the payment, too
    if (paidSat !== null && paidSat < (satoshiAmount ?? paidSat)) {
      throw amountsDiffer(lightningCentsOf(input))
    }
    return createSale(input, saleInputs, facts)
  }
  const confirmation = await confirmAmount(paymentHash, known)
  if (!confirmation) return { status: 'pending' }
  requireHashOfBitcoin(tenders)
  const sold = { ...saleInputs, tenders }
  const payment = verifyPayment(paymentHash, confirmation, known, sold, facts)
  return createSale(input, saleInputs, facts, payment)
}

/** Throws `permissionRequired` for a discount of a caller who may give none. */
export function refuseDiscount(
  { isDiscounted }: Pick<CheckoutRequest, 'isDiscounted'>,
  { mayDiscount }: Pick<SaleFacts, 'mayDiscount'>,
): void {
  if (isDiscounted && !mayDiscount) throw new Failure('permissionRequired')
}

const hasOpenAmounts = ({ items }: Pick<CheckoutRequest, 'items'>): boolean =>
  items.some(({ keyedIn }) => keyedIn)

/**
 * Throws `permissionRequired` for an amount keyed in, which may be a product sold for less, where
 * the shop allows it to nobody but those who give discounts.
 */
export function refuseOpenAmounts(
  input: Pick<CheckoutRequest, 'items'>,
  { openAmounts }: Safeguards,
  { mayDiscount }: Pick<SaleFacts, 'mayDiscount'>,
): void {
  if (hasOpenAmounts(input) && !openAmounts && !mayDiscount)
    throw new Failure('permissionRequired')
}

/** The part of the amount that was to be paid over Lightning. */
const lightningCentsOf = ({ tenders }: CheckoutRequest): number =>
  tenders.find(({ lightning }) => lightning?.paymentHash)?.amountCents ?? 0
