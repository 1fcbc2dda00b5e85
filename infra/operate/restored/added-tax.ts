import { isOfStore } from '../../../shared/selling/refunds/refundable.ts'
import type { RestaurantOrderRecord } from '../../../shared/selling/restaurant/restaurant-orders.ts'
import type { Order } from '../../../shared/selling/sales/orders.ts'
import { costOf } from '../../../shared/selling/sales/sale-sums.ts'
import type { SoldOrder } from './sales.ts'

/** Computes the tax on top of the prices, which a sale's other sums leave. */
export function addedTax(order: SoldOrder) {
  const { goodsCents, discountCents, adjustmentCents } = order.sale
  const grossCents = isOfStore(order)
    ? order.items.reduce((sum, item) => sum + costOf(item), 0)
    : (order as Order as RestaurantOrderRecord).linesCents
  return { addedTaxCents: goodsCents - adjustmentCents + discountCents - grossCents }
}
