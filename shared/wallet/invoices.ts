import { connectNode } from '../agents/connect-node.ts'
import { transact } from '../dynamodb/transact.ts'
import { putInvoiceRates } from '../sales/payment-hashes.ts'
import type { InvoiceInput } from './invoice.ts'

/**
 * Creates an invoice at the node, and stores the rates it was made at under its payment
 * hash. Serves POST /wallet/createinvoice and POST /wallet/invoice. Throws NodeFailure.
 */
export async function createInvoice(input: InvoiceInput) {
  const { exchangeRate, exchangeRateCurrency, fiatAmount, ...invoice } = input
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
