import { type CartItem, type CartLine, cartLines } from '../checkout/cart-lines.ts'
import { refuseDiscount, refuseOpenAmounts } from '../checkout/checkout.ts'
import type { CartToSell } from '../checkout/checkout-request.ts'
import type { CheckoutResult, PendingPayment } from '../checkout/checkout-result.ts'
import { confirmPayment } from '../checkout/payment-confirmation.ts'
import { repeatedSale, sellCartOnce } from '../checkout/repeated-sale.ts'
import { createSale, type SaleFacts } from '../checkout/sale.ts'
import { readSaleInputs, type SaleInputs } from '../checkout/sale-inputs.ts'
import { checkItems, planCart } from '../checkout/sale-plan.ts'
import { requireHashOfBitcoin } from '../checkout/verified-payment.ts'
import { Failure } from '../failure.ts'
import { findCurrency } from '../money/currencies.ts'
import { currentRate, readKeptRates } from '../rates/rates.ts'
import { readPaymentHash } from '../sales/payment-hashes.ts'
import type { CartQuoteRequest, Quote } from './quote-request.ts'
import type { CartQuoteSale } from './quote-sale-request.ts'
import {
  createQuote,
  findQuote,
  lightningTenderOf,
  type QuoteRecord,
  refuseOtherCurrency,
} from './quotes.ts'

/**
 * Prices a cart and makes an invoice of it. Serves POST /quotes. Throws the failures of a
 * checkout, `permissionRequired`, `rateUnavailable`, `ratesDiffer`, NodeFailure and what
 * `createQuote` throws.
 */
export async function quoteCart(
  { items, discountAmount, tipAmount: tipCents, paidCents }: CartQuoteRequest,
  facts: SaleFacts,
): Promise<Quote> {
  const discountCents = discountAmount.cents
  const isDiscounted =
    discountAmount.isAboveZero || items.some((item) => item.discountCents > 0)
  refuseDiscount({ isDiscounted }, facts)
  const unpriced = items.map((item) => ({
    ...item,
    priceAtOrder: item.priceAtOrder ?? 0,
  }))
  const [saleInputs, kept] = await Promise.all([
    readSaleInputs({ userId: facts.userId, items: unpriced }),
    readKeptRates(),
  ])
  const { safeguards } = saleInputs
  refuseOpenAmounts({ items: unpriced }, safeguards, facts)
  const priced = pricedItems(items, unpriced, saleInputs)
  const cart = { items: priced, discountCents, tenderCount: paidCents > 0 ? 2 : 1 }
  checkItems(cart)
  const { lines, sums } = planCart(cart, saleInputs)
  const isReduced = lines.some(
    ({ priceAtOrder, cataloguePriceCents = 0 }) => priceAtOrder < cataloguePriceCents,
  )
  if (isReduced && !facts.mayDiscount) throw new Failure('permissionRequired')
  const totalCents = sums.expectedCents + tipCents
  if (!Number.isSafeInteger(totalCents)) throw new Failure('checkoutInvalidQuantity')
  const currency = findCurrency(saleInputs.baseCurrencyId)?.acronym ?? ''
  const rate = await currentRate(currency, safeguards.manualRate, kept)
  return createQuote(
    { kind: 'store', items: priced, discountCents, tipCents, paidCents, totalCents },
    rate,
    saleInputs.shop?.name ?? '',
    facts,
  )
}

/** The items with the catalogue's prices where the till sent none. */
function pricedItems(
  items: CartQuoteRequest['items'],
  unpriced: readonly CartItem[],
  saleInputs: SaleInputs,
): CartItem[] {
  const lines = cartLines({ items: [...unpriced] }, saleInputs)
  return unpriced.map((item, at) => ({
    ...item,
    priceAtOrder: items[at]?.priceAtOrder ?? priceOf(lines[at], at),
  }))
}

/** With the default modifiers, where the till named none. */
function priceOf(line: CartLine | undefined, at: number): number {
  const { cataloguePriceCents, modifiers, soldModifiers = [] } = line ?? {}
  if (cataloguePriceCents === undefined) {
    throw new Failure('invalid', {
      field: `items[${at}].priceAtOrder`,
      fault: `items.${at}.priceAtOrder: is required for an amount that is keyed in`,
    })
  }
  const defaultCents = modifiers
    ? 0
    : soldModifiers.reduce((sum, each) => sum + each.priceCents * each.quantity, 0)
  return Math.max(cataloguePriceCents + defaultCents, 0)
}

/**
 * Sells the cart of a quote once its invoice was paid: for what was quoted, once, to whoever asks.
 * A payment counts in full, though the node received less by its fee. Throws
 * `checkoutInvalidReference` for no quote of a cart, `paymentAlreadySold`, `quoteDiffers`, NodeFailure
 * and the failures of a checkout.
 */
export async function sellCartQuote(
  { quoteId, saleId, userId, tenders, ticketNotes }: CartQuoteSale,
  facts: SaleFacts,
): Promise<CheckoutResult | PendingPayment> {
  const quote = await findCartQuote(quoteId)
  const { paymentHash } = quote
  const input: CartToSell = {
    userId: userId ?? facts.userId,
    sameFor: userId ?? quote.madeBy,
    items: [...quote.items],
    amountCents: quote.totalCents,
    discountCents: quote.discountCents,
    isDiscounted: false,
    tipCents: quote.tipCents,
    ticketNotes,
    tenders: [lightningTenderOf(quote), ...(tenders ?? [])],
    saleId,
    hasTenders: Boolean(tenders),
    paymentHash,
    satoshiAmount: quote.amountSat,
    isQuoted: true,
  }
  return sellCartOnce(input, () => sellQuoted(input, quote, facts))
}

async function sellQuoted(
  input: CartToSell,
  quote: QuoteRecord,
  facts: SaleFacts,
): Promise<CheckoutResult | PendingPayment> {
  const { paymentHash, approvedBy } = quote
  const [known, saleInputs] = await Promise.all([
    readPaymentHash(paymentHash),
    readSaleInputs(input),
  ])
  if (known.sale) return repeatedSale(input, known.sale, facts)
  if (known.use) throw new Failure('paymentAlreadySold')
  refuseOtherCurrency(quote, saleInputs)
  if (saleInputs.safeguards.verifyCheckout) requireHashOfBitcoin(input.tenders)
  const payment = await confirmPayment(paymentHash, known.notification)
  if (!payment) return { status: 'pending' }
  // Who quoted it was allowed its discounts
  return createSale(
    input,
    saleInputs,
    { ...facts, mayDiscount: true, approvedBy },
    {
      paymentHash,
      receivedSat: null,
      isPriced: true,
    },
  )
}

async function findCartQuote(quoteId: string) {
  const quote = await findQuote(quoteId)
  if (quote?.kind !== 'store') {
    throw new Failure('checkoutInvalidReference', { field: 'quoteId' })
  }
  return quote
}
