import { connectNode } from '../../shared/lightning/connect.ts'
import type { InvoiceWanted } from '../../shared/lightning/node.ts'
import { commit } from '../../shared/table/commit.ts'
import { keepRates } from '../../shared/table/payment-hashes.ts'

type Wanted = InvoiceWanted & {
  readonly exchangeRate?: number | null | undefined
  readonly exchangeRateCurrency?: string | null | undefined
  readonly fiatAmount?: number | null | undefined
}

/**
 * Has the node make an invoice, and keeps the rates it was made at under its payment
 * hash. Throws NodeFailure.
 */
export async function createInvoice(wanted: Wanted) {
  const { exchangeRate, exchangeRateCurrency, fiatAmount, ...invoice } = wanted
  const created = await connectNode().createInvoice(invoice)
  if (typeof exchangeRate === 'number' && exchangeRateCurrency) {
    const rates = {
      exchangeRateAtPayment: exchangeRate,
      exchangeRateCurrency,
      fiatAmountAtPayment: fiatAmount ?? null,
    }
    await commit([keepRates(created.paymentHash, rates)], created)
  }
  return created
}
