import { Failure } from '../../failure.ts'
import type {
  Settled,
  SettleRequest,
  SharedSettleRequest,
} from '../bills/bill-requests.ts'
import type { CartToSell } from '../checkout/checkout-request.ts'
import type { CheckoutResult, PendingPayment } from '../checkout/checkout-result.ts'
import type { BillQuoteSale, CartQuoteSale } from '../quotes/quote-sale-request.ts'
import {
  findQuote,
  lightningTenderOf,
  type QuoteRecord,
  quotedAt,
} from '../quotes/quotes.ts'
import { bill } from './bill.ts'
import { cart } from './cart.ts'
import type { SaleFacts } from './payable.ts'
import { quoted, tendered } from './payments.ts'
import { sell } from './sell.ts'

/**
 * Sells the cart of a quote once its invoice was paid: for the quoted amount, once, for
 * any caller. Throws `checkoutInvalidReference` for no quote of a cart, `quoteDiffers`,
 * and the failures of `sell`.
 */
export async function sellCartQuote(
  request: CartQuoteSale,
  facts: SaleFacts,
): Promise<CheckoutResult | PendingPayment> {
  const quote = await findQuote(request.quoteId)
  if (quote?.kind !== 'store') throw notQuoted()
  const input: CartToSell = {
    ...soldBy(quote, request, facts),
    items: [...quote.items],
    amountCents: quote.totalCents,
    ticketNotes: request.ticketNotes,
    paymentHash: quote.paymentHash,
    hasTenders: Boolean(request.tenders),
    satoshiAmount: quote.amountSat,
    isQuoted: true,
  }
  return sell(cart(input), quoted(quote, input.tenders), asQuoted(quote, facts))
}

/**
 * Settles the bill of a quote once its invoice was paid. Serves POST /orders/{id}/settle.
 * Throws `checkoutInvalidReference` for no quote of this bill, `quoteDiffers` if the
 * amount due has changed, and the failures of `sell`.
 */
export async function settleBillQuote(
  orderId: string,
  request: BillQuoteSale,
  facts: SaleFacts,
): Promise<Settled | PendingPayment> {
  const quote = await findQuote(request.quoteId)
  if (quote?.kind !== 'order' || quote.orderId !== orderId) throw notQuoted()
  const input: SettleRequest = soldBy(quote, request, facts)
  const payment = quoted(quote, input.tenders)
  return sell(bill(orderId, input, quote), payment, asQuoted(quote, facts))
}

/**
 * Settles a bill by its tenders, up to ten of them quotes of it that guests have paid.
 * Serves POST /orders/{id}/settle. Throws `checkoutInvalidReference` for no quote of this
 * bill, and the failures of `sell`.
 */
export async function settle(
  orderId: string,
  { quoteIds, number: _number, ...request }: SharedSettleRequest,
  facts: SaleFacts,
): Promise<Settled | PendingPayment> {
  const quotes = await Promise.all(
    quoteIds.map(async (id) => (id === null ? null : findQuote(id))),
  )
  const tenders = request.tenders.map((tender, at) => {
    const quote = quotes[at]
    if (quote === null) return tender
    if (quote?.kind !== 'order' || quote.orderId !== orderId) {
      throw notQuoted(`tenders[${at}].quoteId`)
    }
    return { ...lightningTenderOf(quote), amountCents: tender.amountCents }
  })
  const shared = { ...request, tenders }
  const made = quotes.flatMap((quote) => (quote ? [quotedAt(quote)] : []))
  // If quotes pay the whole bill, the latest one decides: it covered what the others left
  const isQuoted = made.length > 0 && made.length === tenders.length
  const quotedAtMs = isQuoted ? Math.max(...made) : undefined
  return sell(bill(orderId, shared), tendered(shared, orderId), { ...facts, quotedAtMs })
}

const notQuoted = (field = 'quoteId') =>
  new Failure('checkoutInvalidReference', { field })

/** The quote's sums and payment, with the tenders beside it. */
const soldBy = (
  quote: QuoteRecord,
  { saleId, userId, tenders, buyer, fiscal }: BillQuoteSale,
  facts: SaleFacts,
) => ({
  saleId,
  buyer,
  fiscal,
  userId: userId ?? facts.userId,
  sameFor: userId ?? quote.madeBy,
  discountCents: quote.discountCents,
  isDiscounted: false,
  tipCents: quote.tipCents,
  tenders: [lightningTenderOf(quote), ...(tenders ?? [])],
})

/**
 * Returns the facts as of the quote: its taxes are those of then, and its author was
 * allowed its discounts.
 */
const asQuoted = (quote: QuoteRecord, facts: SaleFacts): SaleFacts => ({
  ...facts,
  quotedAtMs: quotedAt(quote),
  mayDiscount: true,
  approvedBy: quote.approvedBy,
})
