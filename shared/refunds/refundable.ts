import type { StoreOrderItemRecord, StoreOrderRecord } from '../checkout/store-orders.ts'
import { findPaymentMethod } from '../money/payment-methods.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import type { Order } from '../sales/orders.ts'
import { paidByLine } from '../sales/paid-lines.ts'
import type { SaleRefund, SaleSnapshot, SaleTender } from '../sales/sale-snapshot.ts'
import { type Left, leftOf, type RefundableLine } from './refund-parts.ts'

/** A paid order of either kind, as refunds see it. */
export type Refundable = {
  readonly order: Order
  readonly sale: SaleSnapshot
  readonly lines: readonly RefundableLine[]
  /** The items to store with the snapshot of a sale that had none. */
  readonly items?: readonly StoreOrderItemRecord[]
}

/** An order that was paid and may be refunded; undefined for one that was not. */
export function refundableOf(order: Order): Refundable | undefined {
  if (isOfStore(order)) return order.settled ? refundableSale(order) : undefined
  const { sale } = order
  return sale && { order, sale, lines: linesOf(order as RestaurantOrderRecord) }
}

/** What refunds have left of an order. */
export const leftOfOrder = ({ sale, lines }: Refundable): Left =>
  leftOf(lines, sale.tipCents, sale.refunds ?? [])

/** The same less what a begun refund reserves. */
export const leftBeside = (
  { sale, lines }: Refundable,
  begun: SaleRefund | undefined,
): Left =>
  leftOf(lines, sale.tipCents, [...(sale.refunds ?? []), ...(begun ? [begun] : [])])

export const isOfStore = (order: Order): order is StoreOrderRecord =>
  order.kind === 'store'

/** A line is one unit; one that was cancelled was not sold. */
const linesOf = ({ lines }: RestaurantOrderRecord): RefundableLine[] =>
  lines.map((line) => ({
    ...line,
    quantity: line.status === 'cancelled' ? 0 : 1,
  }))

/** A sale from before there were snapshots gets one from what its order says. */
function refundableSale(order: StoreOrderRecord): Refundable {
  const { sale, items } = order
  if (sale) return { order, sale, lines: items }
  const paid = paidByLine(order, items)
  const settled = items.map((item, at) => ({ ...item, paidCents: paid[at] ?? 0 }))
  return { order, sale: earlierSale(order), lines: settled, items: settled }
}

const earlierSale = ({
  items,
  payments,
  totalCents,
}: StoreOrderRecord): SaleSnapshot => ({
  ticketId: payments[0]?.ticketIds[0] ?? '',
  goodsCents: totalCents,
  discountCents: 0,
  tipCents: 0,
  adjustmentCents:
    totalCents -
    items.reduce((sum, { quantity, priceAtOrder }) => sum + quantity * priceAtOrder, 0),
  pricesIncludeTax: true,
  taxes: [],
  tenders: payments.map(
    ({ paymentId, methodId, amountCents, lightning }): SaleTender => ({
      paymentId,
      methodId,
      methodName: findPaymentMethod(methodId)?.name ?? '',
      amountCents,
      ...(lightning && { lightning }),
    }),
  ),
})
