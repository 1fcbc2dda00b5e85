import { Failure, isFailure, required } from '../../failure.ts'
import { type CallerIds, requireLivePermission } from '../../people/staff/live-user.ts'
import { type Item, idInKey, type Key } from '../../platform/dynamodb/keys.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { fromCents } from '../../platform/money/decimal.ts'
import { bitcoinId } from '../../platform/money/payment-methods.ts'
import type { CartItem } from '../checkout/cart-lines.ts'
import { confirmPayment, orPending } from '../checkout/payment-confirmation.ts'
import { type PaymentToRefund, refundPayment } from '../refunds/payment-refund.ts'
import type { RefundedPayment } from '../refunds/payment-refund-request.ts'
import { readPaymentHash } from '../sales/payment-hashes.ts'
import type { Tender } from '../sales/tenders.ts'
import type { Quote, QuoteStatus } from './quote-request.ts'

/** Goods of a quote: a cart as it was priced, or an order's bill. */
export type QuotedGoods =
  | { readonly kind: 'store'; readonly items: readonly CartItem[] }
  | { readonly kind: 'order'; readonly orderId: string }

/** Amounts are cents. */
export type Quoted = QuotedGoods & {
  readonly discountCents: number
  readonly tipCents: number
  /** Amount that other tenders pay. */
  readonly paidCents: number
  /** With the tip. */
  readonly totalCents: number
}

/** Time in which the invoice of a quote can be paid. */
export const lifeSeconds = 600

/** A quote as it is kept, for as long as its payment may be sold: for ever. */
export type QuoteRecord = Item &
  Quoted &
  Omit<Quote, 'quoteId' | 'totalCents'> & {
    readonly id: string
    readonly expiresAtMs: number
    readonly madeBy: string
    /** Colleague who approved its discounts; absent if no approval was needed. */
    readonly approvedBy?: string
    /** Until then no other card is charged for it, in Unix ms. */
    readonly chargingUntilMs?: number
  }

export const quoteKey = (id: string): Key => ({ pk: `QUOTE#${idInKey(id)}`, sk: 'QUOTE' })

/** Time of the quote, in Unix ms. */
export const quotedAt = ({ expiresAtMs }: Pick<QuoteRecord, 'expiresAtMs'>): number =>
  expiresAtMs - lifeSeconds * 1_000

export const findQuote = (id: string) => read<QuoteRecord>(quoteKey(id))

/** The order of a bill's quote shows once it is sold, as that of a cart's. */
export const quoteOnWire = ({ id, orderId: _ofBill, ...quote }: QuoteRecord): Quote => ({
  ...quote,
  quoteId: id,
})

/** Throws `currencyDiffers` where the shop no longer counts in the currency of a quote. */
export function refuseOtherCurrency(
  { currency }: Pick<QuoteRecord, 'currency'>,
  shop: { readonly currency: string },
): void {
  if (shop.currency !== currency) throw new Failure('currencyDiffers')
}

/**
 * The Lightning tender of a quote: receipts show what the customer paid, though the node received
 * less by its fee.
 */
export const lightningTenderOf = ({
  dueCents,
  amountSat,
  paymentHash,
  rate,
  currency,
  rateSource,
}: QuoteRecord): Tender => ({
  methodId: bitcoinId,
  currencyId: null,
  amountCents: dueCents,
  transactionId: '',
  givenCents: null,
  lightning: {
    paymentHash,
    satoshiAmount: amountSat,
    exchangeRateAtPayment: rate,
    exchangeRateCurrency: currency.toLowerCase(),
    fiatAmountAtPayment: fromCents(dueCents),
    rateSource,
  },
})

/**
 * Returns a quote and the state of its payment. A failure of the node does not concern
 * the reader. Serves GET /quotes/{id}. Throws `notFound`.
 */
export async function readQuote(id: string) {
  const quote = required(await findQuote(id))
  return { ...quoteOnWire(quote), ...(await outcomeOf(quote)) }
}

/**
 * A payment that was attached to a bill counts as sold. A dismissed one, or one that is
 * being refunded, is still paid: nobody has sold it.
 */
async function outcomeOf({
  paymentHash,
  expiresAtMs,
}: QuoteRecord): Promise<{ status: QuoteStatus; orderId?: string }> {
  const { sale, use, notification } = await readPaymentHash(paymentHash)
  if (sale) return { status: 'sold', orderId: sale.orderId }
  if (use?.use === 'attached') return { status: 'sold', orderId: use.orderId }
  if (use) return { status: use.use === 'refunded' ? 'refunded' : 'paid' }
  const payment = await orPending(confirmPayment(paymentHash, notification))
  if (!('status' in payment)) return { status: 'paid' }
  return { status: Date.now() < expiresAtMs ? 'open' : 'expired' }
}

/**
 * Refunds the payment of an unsold quote. Serves POST /quotes/{id}/refund. Throws
 * `notFound`, `quoteNotPaid` and the failures of `refundPayment`.
 */
export async function refundQuote(
  id: string,
  { invoice, excess }: Pick<PaymentToRefund, 'invoice' | 'excess'>,
  caller: CallerIds,
  { nowMs, key }: Pick<PaymentToRefund, 'nowMs' | 'key'>,
): Promise<RefundedPayment> {
  const [{ user, role }, found] = await Promise.all([
    requireLivePermission(caller, 'orders_refund'),
    findQuote(id),
  ])
  const { paymentHash, dueCents, currency } = required(found)
  try {
    return await refundPayment({
      paymentHash,
      invoice,
      excess,
      userId: user.id,
      nowMs,
      key,
      ...(!role?.isAdmin && { quoted: { cents: dueCents, currency } }),
    })
  } catch (error) {
    throw isFailure(error, 'paymentNotFound') ? new Failure('quoteNotPaid') : error
  }
}
