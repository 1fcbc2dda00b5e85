import { setTimeout as wait } from 'node:timers/promises'
import { invoiceWarning } from '../../agents/ask-node.ts'
import { connectNode } from '../../agents/connect-node.ts'
import { makeInvoice } from '../../agents/make-invoice.ts'
import { logger } from '../../logger.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import type { Caller } from '../../people/auth/tokens.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { fiatOf } from '../../platform/money/fiat.ts'
import { putInvoice, upsertRates } from '../../selling/sales/payment-hashes.ts'
import { makerOf } from '../../selling/sales/payment-owner.ts'
import { askShopRate } from '../../selling/shop-config/shop-rate.ts'
import { NodeFailure } from '../node/failure.ts'
import { decodeInvoice } from '../node/invoice.ts'
import { lookUpWithTimeout, lookupTimeoutMs } from '../node/lookup-timeout.ts'
import type {
  InvoicePayment,
  OfferPayment,
  OutgoingPayment,
  PaymentResult,
} from '../node/node-schemas.ts'
import { isOfChain, offerChains } from '../node/offer.ts'
import { readAllPayments } from './payment-lists.ts'
import {
  type ChannelClosingInput,
  type InvoiceInput,
  type InvoicePaymentInput,
  notConfirmed,
  type OnchainPaymentInput,
} from './wallet-requests.ts'

/** Longest time that an invoice waits for the current rate; a kept rate takes no longer. */
const maxRateMs = 500

/**
 * Creates an invoice at the node, and stores under its payment hash who made it, the shop's
 * rate and the rates that the client sent: its payment sells for that user. Serves POST /wallet/createinvoice and POST
 * /wallet/invoice. Throws NodeFailure.
 */
export async function createInvoice(input: InvoiceInput, caller: Caller) {
  const { exchangeRate, exchangeRateCurrency, fiatAmount, ...invoice } = input
  const [created, { currency, rate }, warning] = await Promise.all([
    makeInvoice(invoice),
    askShopRate(),
    invoiceWarning(Date.now()),
  ])
  const shopRate = await Promise.race([rate, wait(maxRateMs, undefined, { ref: false })])
  const rates = typeof exchangeRate === 'number' &&
    exchangeRateCurrency && {
      exchangeRateAtPayment: exchangeRate,
      exchangeRateCurrency,
      fiatAmountAtPayment: fiatAmount ?? null,
    }
  const { paymentHash, amountSat } = created
  const made = {
    ...makerOf(caller),
    amountSat,
    shopRate,
    // Its payment is of this currency, whatever the shop counts in later
    ...(!shopRate && { unratedCurrency: currency }),
    ...rates,
  }
  return transactAndRespond([putInvoice(paymentHash, made)], {
    ...created,
    ...(warning && { warning }),
  })
}

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
 * True if a payment may have been made although its response was lost. A 5xx may come
 * from the node or a proxy after the payment; but a node that says why the payment failed
 * (our status is then below 500) has not made it.
 */
export const isResponseLost = (error: unknown) =>
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

/**
 * Pays an offer, if it reads as one of the node's own chain: a node may take anything for one
 * and pay or wait. After 27 s at the latest the outcome is unknown and must be looked up. Serves
 * POST /wallet/payoffer. Throws NodeFailure.
 */
export async function payOffer(payment: OfferPayment): Promise<PaymentResult> {
  const chains = offerChains(payment.offer)
  if (!chains) throw invalidOffer('it is not a BOLT12 offer')
  const network = await networkOfNode()
  if (!isOfChain(chains, network)) throw invalidOffer(`it is not one of ${network}`)
  return connectNode().payOffer(payment)
}

const invalidOffer = (why: string) =>
  new NodeFailure(
    { reason: 'invalid_invoice', status: 400 },
    0,
    `The offer is invalid: ${why}`,
    false,
  )

/** Returns the name of the node's network. Throws NodeFailure; then nothing was paid. */
async function networkOfNode(): Promise<string> {
  try {
    return (await connectNode(lookupTimeoutMs.chain).getInfo()).chain
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error
    const { reason, status } = error
    throw new NodeFailure({ reason, status }, error.code, error.message, false)
  }
}

/** Pays to an on-chain address. Serves POST /wallet/payonchain. Throws NodeFailure. */
export async function payOnchain(payment: OnchainPaymentInput) {
  const txId = await connectNode().sendToAddress(payment)
  const feesSat = await feesOf(txId)
  return { txId, amountSat: payment.amountSat, feesSat, message: notConfirmed }
}

/**
 * Raises the fee rate of the unconfirmed transactions. Serves POST /wallet/bumpfee. Throws
 * NodeFailure.
 */
export async function bumpFee(feerateSatByte: number) {
  const txId = await connectNode().bumpFee(feerateSatByte)
  return {
    txId,
    newFeerateSatByte: feerateSatByte,
    additionalFeesSat: await feesOf(txId),
    message: notConfirmed,
  }
}

/** Closes a channel to an address. Serves POST /wallet/closechannel. Throws NodeFailure. */
export async function closeChannel(closing: ChannelClosingInput) {
  return { txId: await connectNode().closeChannel(closing), message: notConfirmed }
}

/** The clocks of shop and cloud may differ by hours. */
const maxClockDifferenceMs = 24 * 60 * 60_000

/** Time that the node may take to list a transaction after answering with it. */
const listedWithinMs = 2_000
const pauseMs = 250

/**
 * A transaction's fees in satoshis; 0 when the node does not list it in time. A node lists it
 * a moment after its id is known, in any order, and among the paid ones only when both sides
 * have locked it.
 */
async function feesOf(txId: string): Promise<number> {
  const recent = { all: true, from: Date.now() - maxClockDifferenceMs }
  const findFees = async (untilMs: number): Promise<number | null> => {
    const payments = await readAllPayments(connectNode().outgoingPayments, recent)
    const transaction = payments.find((payment) => payment.txId === txId)
    if (transaction || Date.now() >= untilMs) return transaction?.fees ?? null
    await wait(pauseMs)
    return findFees(untilMs)
  }
  const looked = findFees(Date.now() + listedWithinMs)
  const fees = await lookUpWithTimeout(looked, lookupTimeoutMs.fees)
  return Math.floor((fees ?? 0) / 1_000)
}

/**
 * Logs in the audit trail that money is to leave the wallet. The entry comes before the request
 * to the node, because no transaction holds both: an entry too many is better than one too few.
 */
export const enterOutgoing = (
  operation: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> =>
  transact([insertAuditEntry({ kind: 'wallet', after: { operation, ...values } })])

/** Enters that the wallet's payments were exported in the audit trail. */
export const enterExport = (period: object): Promise<void> =>
  transact([
    insertAuditEntry({
      kind: 'export',
      after: { wallet: true, ...period },
    }),
  ])
