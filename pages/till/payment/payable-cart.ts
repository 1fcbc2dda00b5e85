import type { TenderInput, UnpaidSale } from '../../../shared/client/api.ts'
import type { Cart } from '../cart/cart.ts'
import { isReduced, itemsOf, type PricedCart, type Prices } from '../cart/priced-cart.ts'
import { offlineSaleOf } from './offline-receipt.ts'
import type { Payable, Reduction } from './payable.ts'

/** The seller of a cart, with the prices and the currency of the shop. */
type Seller = {
  readonly userId: string
  readonly prices: Prices
  readonly currencyId: string
}

/** A cart that is paid at once. */
export function payableCart(
  cart: Cart,
  priced: PricedCart,
  { userId, prices, currencyId }: Seller,
): Payable {
  const reduction = reductionOf(priced)
  const sold = unpaidSale(cart, priced, userId)
  const { items, discountAmount, ticketNotes } = sold
  const withTenders = (tenders: readonly TenderInput[]) =>
    tenders.length > 0 ? { tenders: [...tenders] } : {}
  return {
    dueCents: priced.dueCents,
    bought: priced,
    needs: reduction && 'orders_discount',
    reduction,
    cart,
    receipt: (saleId, tipCents, tenders) =>
      offlineSaleOf(cart, priced, prices, {
        saleId,
        soldAtMs: Date.now(),
        userId,
        currencyId,
        tipCents,
        tenders,
      }),
    quote: ({ tipCents, paidCents }) => ({
      kind: 'store',
      items,
      discountAmount,
      tipAmount: tipCents / 100,
      paidCents,
    }),
    sale: (saleId, tipCents, tenders) => ({
      to: 'checkout',
      body: {
        ...sold,
        saleId,
        amount: (priced.dueCents + tipCents) / 100,
        tipAmount: tipCents / 100,
        tenders: [...tenders],
      },
    }),
    quoteSale: (saleId, quoteId, tenders) => ({
      to: 'checkout-if-paid',
      body: { saleId, quoteId, userId, ticketNotes, ...withTenders(tenders) },
    }),
  }
}

/** Builds the sale of a cart, without its payment. */
export const unpaidSale = (cart: Cart, priced: PricedCart, userId: string) =>
  ({
    userId,
    items: itemsOf(priced),
    amount: priced.dueCents / 100,
    discountAmount: priced.lines.reduce(
      (rest, { discountCents }) => rest - discountCents,
      priced.discountCents,
    ),
    ticketNotes: cart.note,
  }) satisfies UnpaidSale

function reductionOf(priced: PricedCart): Reduction | undefined {
  if (!isReduced(priced)) return undefined
  const { lines, discountCents, costCents } = priced
  const prices = lines.filter(({ unitCents, listedCents }) => unitCents !== listedCents)
  return { discountCents, costCents, prices }
}
