import { connectNode } from '../agents/connect-node.ts'
import { transact } from '../dynamodb/transact.ts'
import type { InvoiceRequest } from '../lightning/node.ts'
import { putInvoiceRates } from '../sales/payment-hashes.ts'

type Wanted = InvoiceRequest & {
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
    await transact([putInvoiceRates(created.paymentHash, rates)], created)
  }
  return created
}
