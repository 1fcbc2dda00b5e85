import type { TenderInput } from '../../../../shared/client/api.ts'
import type { Cart } from '../cart/cart.ts'
import { itemsOf, type PricedCart } from '../cart/priced-cart.ts'
import type { Payable } from './payable.ts'

/** A cart that is paid at once, sold by that user. */
export function payableCart(cart: Cart, priced: PricedCart, userId: string): Payable {
  const items = itemsOf(priced)
  const ofLinesCents = priced.lines.reduce((sum, line) => sum + line.discountCents, 0)
  const discountAmount = priced.discountCents - ofLinesCents
  const ticketNotes = cart.note
  const withTenders = (tenders: readonly TenderInput[]) =>
    tenders.length > 0 ? { tenders: [...tenders] } : {}
  return {
    dueCents: priced.dueCents,
    needs: priced.discountCents > 0 ? 'orders_discount' : undefined,
    cart,
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
        saleId,
        userId,
        items,
        amount: (priced.dueCents + tipCents) / 100,
        discountAmount,
        tipAmount: tipCents / 100,
        ticketNotes,
        tenders: [...tenders],
      },
    }),
    quoteSale: (saleId, quoteId, tenders) => ({
      to: 'checkout-if-paid',
      body: { saleId, quoteId, userId, ticketNotes, ...withTenders(tenders) },
    }),
  }
}
