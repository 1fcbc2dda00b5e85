import type { PaymentResult } from '../../shared/lightning/answers.ts'
import { connectNode } from '../../shared/lightning/connect.ts'
import { NodeFailure } from '../../shared/lightning/failure.ts'
import { decode } from '../../shared/lightning/invoice.ts'
import type { InvoicePayment } from '../../shared/lightning/node.ts'
import { fiatOf } from '../../shared/money/fiat.ts'
import { commit } from '../../shared/table/commit.ts'
import { recordInvoice } from '../../shared/table/payment-hashes.ts'
import { inTime } from './in-time.ts'

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
  const paid = await paidOnce(wanted)
  if (typeof exchangeRate === 'number' && exchangeRateCurrency) {
    const rates = {
      exchangeRateAtPayment: exchangeRate,
      exchangeRateCurrency,
      fiatAmountAtPayment: fiatOf(paid.recipientAmountSat, exchangeRate),
    }
    // The money is gone: whoever paid hears so, with or without the rates on record
    await commit([recordInvoice(paid.paymentHash, rates)], paid).catch(logLostRates)
  }
  return paid
}

/**
 * A payment whose answer was lost is looked up before anybody hears that its outcome is
 * unknown, and pays again.
 */
async function paidOnce(wanted: InvoicePayment): Promise<PaymentResult> {
  try {
    return await connectNode().payInvoice(wanted)
  } catch (error) {
    const isLost = error instanceof NodeFailure && error.sent && error.code === 0
    const made = isLost ? await madePayment(wanted.invoice) : undefined
    if (!made) throw error
    return made
  }
}

async function madePayment(invoice: string): Promise<PaymentResult | undefined> {
  const paymentHash = decode(invoice)?.paymentHash
  if (!paymentHash) return undefined
  const payment = await inTime(connectNode().outgoingPaymentByHash(paymentHash))
  if (!payment?.isPaid || !payment.paymentId || !payment.preimage) return undefined
  const routingFeeSat = Math.floor((payment.fees ?? 0) / 1_000)
  return {
    recipientAmountSat: payment.sent - routingFeeSat,
    routingFeeSat,
    paymentId: payment.paymentId,
    paymentHash,
    paymentPreimage: payment.preimage,
  }
}

const logLostRates = (error: unknown) =>
  console.log(
    JSON.stringify({ level: 'error', event: 'rates-not-kept', error: String(error) }),
  )
