import { hashed } from '../dynamodb/keys.ts'
import { findOrder, type Order } from '../sales/orders.ts'
import type { HashSale } from '../sales/payment-hashes.ts'
import { requireRepetition, type Seller } from '../sales/payment-owner.ts'
import type { SaleIds } from '../sales/sale-on-wire.ts'
import { requireSameSale, saleDigest, sellOnce } from '../sales/sell-once.ts'
import { type CartItem, type Details, detailsOf, mergeItems } from './cart-lines.ts'
import type { CartToSell, CheckoutRequest } from './checkout-request.ts'
import { type CheckoutResult, completedCheckout } from './checkout-result.ts'
import type { StoreOrderRecord } from './store-orders.ts'

/**
 * The result of the sale that a payment hash has, for the same lines, amount and tip again.
 * Throws `paymentAlreadySold` for anything else, and `saleDiffers`.
 */
export async function repeatedSale(
  input: CartToSell,
  sale: HashSale,
  seller: Seller,
): Promise<CheckoutResult> {
  await requireSameSale(input.saleId, cartSaleDigest(input))
  const isSame = sale.cartDigest
    ? sale.cartDigest === cartDigest(input)
    : isSaleOf(input, await findOrder(sale.orderId))
  await requireRepetition(input.paymentHash ?? '', sale, isSame, seller)
  return completedCheckout(sale)
}

/**
 * Sells a cart by `sell`, unless its saleId has a sale: then the same cart gets that sale's
 * result again, whatever has become of its products. Throws what `sell` throws, and
 * `saleDiffers`.
 */
export const sellCartOnce = <T>(
  input: CartToSell,
  sell: () => Promise<T>,
): Promise<T | CheckoutResult> =>
  sellOnce<T | CheckoutResult>(
    { saleId: input.saleId, digest: cartSaleDigest(input) },
    sell,
    (sold) => completedCheckout(resultOf(input, sold)),
  )

/** Only clients that sent tenders get all their payments in the response. */
export const resultOf = (
  { hasTenders }: Pick<CheckoutRequest, 'hasTenders'>,
  { paymentIds, changeCents, ...ids }: SaleIds,
): SaleIds => (hasTenders ? { ...ids, paymentIds, changeCents } : ids)

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

/** Identifies the lines, amount and tip of a cart, in any order of its lines. */
export const cartDigest = ({ items, amountCents, tipCents }: CheckoutRequest): string =>
  hashed([amountCents, tipCents, linesOf(mergeItems(items))].join())

const isSaleOf = (
  { items, amountCents, tipCents }: CheckoutRequest,
  order: Order | undefined,
) =>
  order?.kind === 'store' &&
  order.totalCents === amountCents &&
  (order.sale?.tipCents ?? 0) === tipCents &&
  linesOf(mergeItems(items)) === linesOf(plainLines(order as StoreOrderRecord))

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
