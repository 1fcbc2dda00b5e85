import {
  type Bill,
  dueOf,
  isPrepaidInAnotherCurrency,
  readBill,
  readDishTaxes,
} from '../bills/bill.ts'
import { type Settled, type SettleRequest, settledOf } from '../bills/bill-requests.ts'
import { type Facts, settleBill, settlementDigest, settleOnce } from '../bills/settle.ts'
import { refusePaid } from '../bills/split-and-merge.ts'
import type { PendingPayment } from '../checkout/checkout-result.ts'
import { confirmPayment, orPending } from '../checkout/payment-confirmation.ts'
import { requireHashOfBitcoin } from '../checkout/verified-payment.ts'
import { Failure, isFailure } from '../failure.ts'
import { findCurrency } from '../money/currencies.ts'
import { currentRate, readKeptRates } from '../rates/rates.ts'
import { findEarlierSale, readPaymentHash } from '../sales/payment-hashes.ts'
import { requireRepetition } from '../sales/payment-owner.ts'
import { requireSameSale } from '../sales/sell-once.ts'
import { checkTenders, roundingOf } from '../sales/tenders.ts'
import type { BillQuoteRequest, Quote } from './quote-request.ts'
import type { BillQuoteSale } from './quote-sale-request.ts'
import {
  createQuote,
  findQuote,
  lightningTenderOf,
  type QuoteRecord,
  refuseOtherCurrency,
} from './quotes.ts'

/**
 * Makes an invoice of what is due of a bill, beside the payments that are attached to it. Serves
 * POST /quotes. Throws `notFound`, `orderPaid`, the failures of a checkout, `permissionRequired`,
 * `rateUnavailable`, `ratesDiffer`, NodeFailure and what `createQuote` throws.
 */
export async function quoteBill(
  { orderId, discountAmount, tipAmount: tipCents, paidCents }: BillQuoteRequest,
  facts: Facts,
): Promise<Quote> {
  if (discountAmount.isAboveZero && !facts.mayDiscount) {
    throw new Failure('permissionRequired')
  }
  const [bill, kept] = await Promise.all([readBill(orderId, facts), readKeptRates()])
  refusePaid(bill.order)
  if (bill.order.lines.length === 0) throw new Failure('checkoutEmpty')
  refuseReduced(bill, facts)
  if (isPrepaidInAnotherCurrency(bill)) throw new Failure('prepaidInAnotherCurrency')
  const discountCents = discountAmount.cents
  const currency = findCurrency(bill.baseCurrencyId)?.acronym ?? ''
  const [taxes, rate] = await Promise.all([
    readDishTaxes(bill),
    currentRate(currency, bill.safeguards.manualRate, kept),
  ])
  const { leftCents: totalCents } = dueOf(bill, { discountCents, tipCents }, taxes)
  return createQuote(
    { kind: 'order', orderId, discountCents, tipCents, paidCents, totalCents },
    rate,
    bill.shop?.name ?? '',
    facts,
  )
}

/** Throws `permissionRequired` for a bill that its settlement would refuse to this caller. */
function refuseReduced({ order, safeguards }: Bill, { mayDiscount }: Facts): void {
  const isReduced = order.lines.some(
    ({ status, isReduced }) => status !== 'cancelled' && isReduced,
  )
  if (isReduced && safeguards.verifyAmounts && !mayDiscount) {
    throw new Failure('permissionRequired')
  }
}

/**
 * Settles the bill of a quote once its invoice was paid. A payment counts in full, though the
 * node received less by its fee. Serves POST /orders/{id}/settle. Throws
 * `checkoutInvalidReference` for no quote of this bill, `quoteDiffers` when something else is due
 * by now, and what a settlement throws.
 */
export async function settleBillQuote(
  orderId: string,
  { quoteId, saleId, userId, tenders: others }: BillQuoteSale,
  facts: Facts,
): Promise<Settled | PendingPayment> {
  const quote = await findQuote(quoteId)
  if (quote?.kind !== 'order' || quote.orderId !== orderId) {
    throw new Failure('checkoutInvalidReference', { field: 'quoteId' })
  }
  const input: SettleRequest = {
    userId: userId ?? facts.userId,
    sameFor: userId ?? quote.madeBy,
    saleId,
    discountCents: quote.discountCents,
    isDiscounted: false,
    tipCents: quote.tipCents,
    tenders: [lightningTenderOf(quote), ...(others ?? [])],
    paymentHash: quote.paymentHash,
  }
  return settleOnce(orderId, input, () => settleQuoted(quote, input, facts))
}

async function settleQuoted(
  quote: QuoteRecord & { readonly kind: 'order' },
  input: SettleRequest,
  facts: Facts,
): Promise<Settled | PendingPayment> {
  const { orderId, paymentHash, totalCents, approvedBy } = quote
  const { tenders } = input
  const [bill, known] = await Promise.all([
    readBill(orderId, input),
    readPaymentHash(paymentHash),
  ])
  const repeated = async (sale: NonNullable<typeof known.sale>) => {
    await requireSameSale(input.saleId, settlementDigest(orderId, input))
    await requireRepetition(paymentHash, sale, sale.orderId === orderId, facts)
    return settledOf(sale)
  }
  if (known.sale) return repeated(known.sale)
  if (known.use) throw new Failure('paymentAlreadySold')
  refusePaid(bill.order)
  refuseOtherCurrency(quote, bill)
  const payment = await orPending(confirmPayment(paymentHash, known.notification))
  if ('status' in payment) return payment
  if (bill.safeguards.verifyCheckout) requireHashOfBitcoin(tenders)
  const step = bill.safeguards.cashRoundingCents
  checkTenders(tenders, totalCents, {
    roundingCents: roundingOf(tenders, totalCents, step),
  })
  try {
    return await settleBill(
      bill,
      input,
      // Who quoted it was allowed its discounts
      { ...facts, mayDiscount: true, approvedBy },
      { paymentHash, receivedSat: null, isPriced: true },
    )
  } catch (error) {
    const earlier = await findEarlierSale(error, paymentHash)
    if (earlier) return repeated(earlier)
    throw isFailure(error, ...ofAnotherBill) ? new Failure('quoteDiffers') : error
  }
}

/** How a settlement refuses tenders that are right for what was quoted. */
const ofAnotherBill = [
  'checkoutAmountsDiffer',
  'checkoutInvalidDiscount',
  'checkoutInvalidTip',
  'checkoutEmpty',
  'prepaidExceedsDue',
] as const
