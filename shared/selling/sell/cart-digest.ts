import { hashed } from '../../platform/dynamodb/keys.ts'
import {
  type CartItem,
  type Details,
  detailsOf,
  mergeItems,
} from '../checkout/cart-lines.ts'
import type { CartToSell, CheckoutRequest } from '../checkout/checkout-request.ts'
import type { StoreOrderRecord } from '../checkout/store-orders.ts'
import { findOrder } from '../sales/orders.ts'
import type { HashSale } from '../sales/payment-hashes.ts'
import { saleDigest, tenderContent } from '../sales/sell-once.ts'

/** Identifies a cart and how it is paid, for its saleId. */
export const cartSaleDigest = (input: CartToSell): string =>
  saleDigest(input, [
    input.amountCents,
    ...input.items.map((item) => [
      item.productId,
      item.variantId ?? null,
      item.quantity,
      item.priceAtOrder,
      item.discountCents,
      item.modifiers ?? null,
      item.keyedIn ? [item.keyedIn.name, item.keyedIn.taxId ?? null] : null,
    ]),
  ])

/**
 * Identifies the same as its till may write it later, in a shop that counts in this currency: alike
 * items are one, names, taxes and notes are left out, and the fields of one payment are one tender.
 */
export const cartContent =
  ({
    userId,
    items,
    amountCents,
    discountCents,
    tipCents,
    tenders,
  }: Pick<
    CartToSell,
    'userId' | 'items' | 'amountCents' | 'discountCents' | 'tipCents' | 'tenders'
  >) =>
  (baseCurrency: string): string =>
    hashed(
      JSON.stringify([
        userId,
        amountCents,
        discountCents,
        tipCents,
        mergeItems(items).map((item) => [
          item.keyedIn ? null : item.productId,
          item.variantId ?? null,
          item.quantity,
          item.priceAtOrder,
          item.discountCents,
          item.modifiers ?? null,
        ]),
        tenderContent(tenders, baseCurrency),
      ]),
    )

/** Identifies the lines, amount and tip of a cart, in any order of its lines. */
export const cartDigest = ({ items, amountCents, tipCents }: CheckoutRequest): string =>
  hashed([amountCents, tipCents, linesOf(mergeItems(items))].join())

/** True if a sale is of the same lines, amount and tip as a cart. */
export async function isSaleOf(
  cart: CheckoutRequest,
  { cartDigest: soldDigest, orderId }: HashSale,
): Promise<boolean> {
  if (soldDigest) return soldDigest === cartDigest(cart)
  const order = await findOrder(orderId)
  return (
    order?.kind === 'store' &&
    order.totalCents === cart.amountCents &&
    (order.sale?.tipCents ?? 0) === cart.tipCents &&
    linesOf(plainLines(order as StoreOrderRecord)) === linesOf(mergeItems(cart.items))
  )
}

/** Sales without a digest are from before there was more than a product to a line. */
const plainLines = ({ items }: StoreOrderRecord): Line[] =>
  items.map(({ productId, priceAtOrder, quantity }) => ({
    productId,
    priceAtOrder,
    quantity,
  }))

type Line = Pick<CartItem, 'productId' | 'quantity' | 'priceAtOrder'> & Details

/** Lines of a product alone are written as by earlier releases, which compare them, too. */
const linesOf = (items: readonly Line[]) =>
  items
    .map((line) => {
      const details = detailsOf(line)
      return [
        line.productId,
        line.priceAtOrder,
        line.quantity,
        ...(details.length > 0 ? [hashed(JSON.stringify(details))] : []),
      ].join(' ')
    })
    .sort()
    .join()
