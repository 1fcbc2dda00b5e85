import { connectNode } from '../agents/connect-node.ts'
import type { Caller } from '../auth/tokens.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { putInvoice } from '../sales/payment-hashes.ts'
import type { InvoiceInput } from './invoice.ts'

/**
 * Creates an invoice at the node, and stores under its payment hash who made it and the rates
 * it was made at: its payment sells for that user. Serves POST /wallet/createinvoice and POST
 * /wallet/invoice. Throws NodeFailure.
 */
export async function createInvoice(input: InvoiceInput, caller: Caller) {
  const { exchangeRate, exchangeRateCurrency, fiatAmount, ...invoice } = input
  const created = await connectNode().createInvoice(invoice)
  const rates = typeof exchangeRate === 'number' &&
    exchangeRateCurrency && {
      exchangeRateAtPayment: exchangeRate,
      exchangeRateCurrency,
      fiatAmountAtPayment: fiatAmount ?? null,
    }
  const { paymentHash, amountSat } = created
  const made = { madeBy: caller.userId, isByAdmin: caller.isAdmin, amountSat, ...rates }
  await transactAndRespond([putInvoice(paymentHash, made)], created)
  return created
}
