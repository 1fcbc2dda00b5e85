import * as z from 'zod'
import type { FailureKind } from '../failure.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { RefundedItem, refundedUnits, refundsWith } from '../sales/order-refund.ts'
import type { Order } from '../sales/orders.ts'
import type { SaleRefund } from '../sales/sale-snapshot.ts'
import { cents, isoTime, recordId } from '../validation/fields.ts'
import { centsOf, isNothingLeft, leftOf } from './refund-parts.ts'
import { isOfStore, type Refundable } from './refundable.ts'

/** The answer to a refund. */
export const Refund = z
  .object({
    id: recordId(),
    orderId: recordId('the order'),
    refundInvoice: z.string().nullable().describe('Null when the till gave it back'),
    satoshiAmount: z.int().describe('What was paid out; 0 when the till gave it back'),
    refundedAt: isoTime,
    amountCents: cents,
    items: z.array(RefundedItem).describe('None for a sum'),
    status: z
      .enum(['refunded', 'partially_refunded'])
      .describe('`refunded` when neither units nor cents are left'),
  })
  .meta({ id: 'Refund', description: 'What was given back of an order' })
export type Refund = z.output<typeof Refund>

/** The refusals of a refund, each with its code. */
export const refundFailures = [
  'alreadyRefunded',
  'orderNotPaid',
  'noBitcoinPayment',
  'refundInvoiceMissingAmount',
  'refundInvoiceAmountMismatch',
  'refundExceedsPaid',
  'refundMethodNotUsed',
  'refundInProgress',
  'refundInvoiceExpiry',
  'adminRequired',
] as const satisfies readonly FailureKind[]

/** A refund as the answer shows it, with the order's status after it. */
export function refundAnswer(
  { order, sale, lines }: Refundable,
  refund: SaleRefund,
): Refund {
  const refunds = sale.refunds ?? []
  const upTo = refunds.findIndex(({ id }) => id === refund.id)
  const made = upTo === -1 ? [...refunds, refund] : refunds.slice(0, upTo + 1)
  const isRefunded = isNothingLeft(leftOf(lines, sale.tipCents, made))
  return {
    id: refund.id,
    orderId: order.id,
    refundInvoice: refund.invoice ?? null,
    satoshiAmount: refund.satoshiAmount,
    refundedAt: refund.refundedAt,
    amountCents: centsOf(refund),
    items: refundedItems(order, refund),
    status: isRefunded ? 'refunded' : 'partially_refunded',
  }
}

/** The refunds of an order of either kind, with the units or dishes that each gave back. */
export const refundsOfOrder = (order: Order) =>
  refundsWith(order.sale, (refund) => refundedItems(order, refund))

const refundedItems = (
  order: Order,
  refund: SaleRefund,
): z.output<typeof RefundedItem>[] =>
  isOfStore(order)
    ? refundedUnits(order.items, refund)
    : refundedDishes(order as RestaurantOrderRecord, refund)

const refundedDishes = ({ lines }: RestaurantOrderRecord, refund: SaleRefund) =>
  refund.lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ at, paidCents }) => ({
      orderDishId: lines[at]?.id ?? '',
      quantity: 1,
      amountCents: paidCents,
    }))
