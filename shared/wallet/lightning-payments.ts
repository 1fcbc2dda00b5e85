import { connectNode } from '../agents/connect-node.ts'
import { transact } from '../dynamodb/transact.ts'
import { NodeFailure } from '../lightning/failure.ts'
import { decodeInvoice } from '../lightning/invoice.ts'
import type { InvoicePayment } from '../lightning/node.ts'
import type { OutgoingPayment, PaymentResult } from '../lightning/node-schemas.ts'
import { logger } from '../logger.ts'
import { fiatOf } from '../money/fiat.ts'
import { putInvoiceRates } from '../sales/payment-hashes.ts'
import { lookUpWithTimeout, lookupTimeoutMs } from './lookup-timeout.ts'

type Wanted = InvoicePayment & {
  readonly exchangeRate?: number | null | undefined
  readonly exchangeRateCurrency?: string | null | undefined
}

/** Pays an invoice and keeps the rates it was paid at. Throws NodeFailure. */
export async function payInvoice({
  exchangeRate,
  exchangeRateCurrency,
  ...wanted
}: Wanted) {
  const paid = await payOnce(wanted)
  if (typeof exchangeRate === 'number' && exchangeRateCurrency) {
    const rates = {
      exchangeRateAtPayment: exchangeRate,
      exchangeRateCurrency,
      fiatAmountAtPayment: fiatOf(paid.recipientAmountSat, exchangeRate),
    }
    // The money is gone: whoever paid hears so, with or without the rates on record
    await transact([putInvoiceRates(paid.paymentHash, rates)], paid).catch(logLostRates)
  }
  return paid
}

/**
 * A payment whose answer was lost is looked up before anybody hears that its outcome is
 * unknown, and pays again. An earlier payment of the invoice is told from it by a look
 * beforehand, as the clocks of shop and cloud may differ by hours; where that look failed,
 * nobody can tell them apart.
 */
async function payOnce(wanted: InvoicePayment): Promise<PaymentResult> {
  const paymentHash = decodeInvoice(wanted.invoice)?.paymentHash
  const before =
    paymentHash && (await lookUpWithTimeout(lookUp(paymentHash), lookupTimeoutMs.before))
  try {
    return await connectNode().payInvoice(wanted)
  } catch (error) {
    if (!isResponseLost(error) || !before) throw error
    const after = await lookUpWithTimeout(lookUp(paymentHash), lookupTimeoutMs.after)
    if (!after?.payment || after.paymentId === before.paymentId) throw error
    return after.payment
  }
}

/**
 * With 5xx the node, or what stands in front of it, broke after it was asked; but one that
 * says what is wrong with the payment has not made it.
 */
const isResponseLost = (error: unknown) =>
  error instanceof NodeFailure &&
  error.sent &&
  (error.code === 0 || error.code >= 500) &&
  error.status >= 500

/** What the node knows of a payment by its hash: its own id of it, and its result if made. */
async function lookUp(paymentHash: string) {
  const known = await connectNode().outgoingPaymentByHash(paymentHash)
  return { paymentId: known?.paymentId, payment: known && resultOf(known, paymentHash) }
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
