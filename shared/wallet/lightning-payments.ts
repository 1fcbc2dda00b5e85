import { connectNode } from '../agents/connect-node.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { NodeFailure } from '../lightning/failure.ts'
import { decodeInvoice } from '../lightning/invoice.ts'
import { lookUpWithTimeout, lookupTimeoutMs } from '../lightning/lookup-timeout.ts'
import type { InvoicePayment } from '../lightning/node-requests.ts'
import type { OutgoingPayment, PaymentResult } from '../lightning/node-schemas.ts'
import { logger } from '../logger.ts'
import { fiatOf } from '../money/fiat.ts'
import { upsertRates } from '../sales/payment-hashes.ts'
import type { InvoicePaymentInput } from './lightning-payment.ts'

/**
 * Pays an invoice and stores the rates it was paid at. Serves POST /wallet/payinvoice.
 * Throws NodeFailure.
 */
export async function payInvoice({
  exchangeRate,
  exchangeRateCurrency,
  ...invoicePayment
}: InvoicePaymentInput) {
  const paid = await payOnce(invoicePayment)
  if (typeof exchangeRate === 'number' && exchangeRateCurrency) {
    const rates = {
      exchangeRateAtPayment: exchangeRate,
      exchangeRateCurrency,
      fiatAmountAtPayment: fiatOf(paid.recipientAmountSat, exchangeRate),
    }
    // The money is spent: the client must learn so even if the rates cannot be stored
    await transactAndRespond([upsertRates(paid.paymentHash, rates)], paid).catch(
      logLostRates,
    )
  }
  return paid
}

/**
 * Pays an invoice. If the node's response is lost, looks the payment up: a client that
 * reads "outcome unknown" may pay again. A lookup before the payment recognizes an earlier
 * payment of the same invoice; times cannot, as the clocks of shop and cloud may differ by
 * hours. Without that first lookup the outcome stays unknown.
 */
async function payOnce(invoicePayment: InvoicePayment): Promise<PaymentResult> {
  const paymentHash = decodeInvoice(invoicePayment.invoice)?.paymentHash
  const before =
    paymentHash && (await lookUpWithTimeout(lookUp(paymentHash), lookupTimeoutMs.before))
  try {
    return await connectNode().payInvoice(invoicePayment)
  } catch (error) {
    if (!isResponseLost(error) || !before) throw error
    const after = await lookUpWithTimeout(lookUp(paymentHash), lookupTimeoutMs.after)
    if (!after?.result || after.paymentId === before.paymentId) throw error
    return after.result
  }
}

/**
 * Whether a payment may have been made although its response was lost. A 5xx may come from
 * the node or a proxy after the payment; but a node that says why the payment failed (our
 * status is then below 500) has not made it.
 */
const isResponseLost = (error: unknown) =>
  error instanceof NodeFailure &&
  error.sent &&
  (error.code === 0 || error.code >= 500) &&
  error.status >= 500

/** A payment at the node by its hash: the node's id for it, and its result if paid. */
async function lookUp(paymentHash: string) {
  const payment = await connectNode().outgoingPaymentByHash(paymentHash)
  return {
    paymentId: payment?.paymentId,
    result: payment && resultOf(payment, paymentHash),
  }
}

function resultOf(
  { isPaid, sent, fees, paymentId, preimage }: OutgoingPayment,
  paymentHash: string,
): PaymentResult | undefined {
  if (!isPaid || !paymentId || !preimage) return undefined
  const routingFeeSat = Math.floor((fees ?? 0) / 1_000)
  return {
    recipientAmountSat: sent - routingFeeSat,
    routingFeeSat,
    paymentId,
    paymentHash,
    paymentPreimage: preimage,
  }
}

const logLostRates = (error: unknown) =>
  logger.error('rates-not-stored', { error: String(error) })
