import { fromCents } from '../money/decimal.ts'
import { usedFailure } from '../sales/payment-hashes.ts'
import { keptRate } from '../sales/payment-worth.ts'
import { tenderOfPayment } from '../sales/tenders.ts'
import {
  insertPaymentAudit,
  requireReceived,
  satoshisOf,
} from '../sales/unmatched-payments.ts'
import { paidBy, type UnpaidSale } from './checkout-request.ts'
import type { CheckoutResult } from './checkout-result.ts'
import { repeatedSale } from './repeated-sale.ts'
import { createSale, type SaleFacts } from './sale.ts'
import { readSaleInputs } from './sale-inputs.ts'

/**
 * Sells a cart for a payment that no sale knows, whoever's it is. What it is worth is up to
 * the caller, an administrator; the sale keeps what was received. The same cart again gets the
 * first one's result. Throws `paymentNotFound`, those of `usedFailures`, and the failures of a
 * checkout.
 */
export async function sellPayment(
  paymentHash: string,
  sale: UnpaidSale,
  facts: SaleFacts,
): Promise<CheckoutResult> {
  const payment = await requireReceived(paymentHash)
  const { amountSat } = payment.notification
  const tender = tenderOfPayment(
    { paymentHash, amountSat, rate: keptRate(payment) },
    sale.amount ?? 0,
  )
  const input = paidBy(sale, tender, paymentHash)
  if (payment.sale) return repeatedSale(input, payment.sale, facts)
  if (payment.use) throw usedFailure(payment.use)
  const audit = insertPaymentAudit(paymentHash, {
    sold: fromCents(tender.amountCents),
    ...satoshisOf(payment.notification),
  })
  return createSale(input, await readSaleInputs(input), facts, undefined, {
    amountSat: amountSat ?? 0,
    audit,
  })
}
