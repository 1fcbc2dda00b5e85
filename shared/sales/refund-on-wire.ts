import * as z from 'zod'
import { cents, isoTime } from '../validation/fields.ts'
import type { Order } from './orders.ts'
import type { SaleRefund } from './sale-snapshot.ts'

/** What a refund gave back of a line. */
export const RefundedItem = z
  .object({
    productId: z.string().optional().describe('Of an order of the store'),
    priceAtOrder: cents.optional().describe('Of an order of the store, in cents'),
    orderDishId: z.string().optional().describe('Of an order of the restaurant'),
    quantity: z.int(),
    amountCents: cents,
  })
  .meta({ id: 'RefundedItem', description: 'What was given back of a line' })

const RefundOfSale = z
  .object({
    id: z.string(),
    refundInvoice: z.string().nullable().describe('Null when the till gave it back'),
    satoshiAmount: z.int().describe('What was paid out; 0 when the till gave it back'),
    refundedAt: isoTime,
    amountCents: cents,
    paymentMethodId: z.string(),
    paymentMethod: z.string().describe('Name of the method that it went back in'),
    userId: z.string(),
    userName: z.string(),
    reason: z.string().nullable(),
    items: z
      .array(RefundedItem)
      .describe(
        'None for a sum; GET /orders/with-payments leaves out those of the restaurant',
      ),
  })
  .meta({ id: 'RefundOfSale', description: 'A refund of a sale' })

/** What orders of either kind show of their refunds. */
export const refundFields = {
  refund: RefundOfSale.nullable().describe('The last one; null for none'),
  refunds: z.array(RefundOfSale).describe('Oldest first'),
}

/** An order of either kind: what a refund's lines are of, by their places. */
type SoldOrder = Pick<Order, 'sale'> & {
  readonly items?: readonly {
    readonly productId: string
    readonly priceAtOrder: number
  }[]
  readonly lines?: readonly { readonly id: string }[]
}

/** The refunds of an order, with what they gave back. */
export function refundsOnWire(order: SoldOrder) {
  const refunds = (order.sale?.refunds ?? []).map((refund) => ({
    ...refund,
    refundInvoice: refund.invoice ?? null,
    paymentMethodId: refund.methodId,
    paymentMethod: refund.methodName,
    items: refundedItems(order, refund),
  }))
  return { refund: refunds.at(-1) ?? null, refunds }
}

/** What a refund gave back: units of products, or dishes where the order has its lines. */
export const refundedItems = (order: SoldOrder, { lines }: SaleRefund) =>
  lines
    .filter(({ at, quantity }) => quantity > 0 && (order.items ?? order.lines)?.[at])
    .map(({ at, quantity, paidCents }) => ({
      ...soldAt(order, at),
      quantity,
      amountCents: paidCents,
    }))

function soldAt({ items, lines }: SoldOrder, at: number) {
  if (!items) return { orderDishId: lines?.[at]?.id ?? '' }
  return { productId: items[at]?.productId, priceAtOrder: items[at]?.priceAtOrder }
}
