import { hashed } from '../dynamodb/keys.ts'
import { findOrder, type Order } from '../sales/orders.ts'
import type { HashSale } from '../sales/payment-hashes.ts'
import { requireRepetition, type Seller } from '../sales/payment-owner.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { type CheckoutResult, completedCheckout } from './checkout-result.ts'
import { mergeItems } from './sale-plan.ts'
import type { StoreOrderRecord } from './store-orders.ts'

/**
 * The result of the sale that a payment hash has, for the same lines, amount and tip again.
 * Throws `paymentAlreadySold` for anything else.
 */
export async function repeatedSale(
  input: CheckoutRequest,
  sale: HashSale,
  seller: Seller,
): Promise<CheckoutResult> {
  const isSame = sale.cartDigest
    ? sale.cartDigest === cartDigest(input)
    : isSaleOf(input, await findOrder(sale.orderId))
  await requireRepetition(input.paymentHash ?? '', sale, isSame, seller)
  return completedCheckout(sale)
}

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
  linesOf(mergeItems(items)) === linesOf((order as StoreOrderRecord).items)

type Line = CheckoutRequest['items'][number]

const linesOf = (
  items: readonly Pick<Line, 'productId' | 'quantity' | 'priceAtOrder'>[],
) =>
  items
    .map(({ productId, quantity, priceAtOrder }) =>
      [productId, priceAtOrder, quantity].join(' '),
    )
    .sort()
    .join()
