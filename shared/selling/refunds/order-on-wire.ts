import { fromCents } from '../../platform/money/decimal.ts'
import type { Order } from '../sales/orders.ts'
import { saleOnWire, taxesOnWire } from '../sales/sale-on-wire.ts'
import { refundsOfOrder } from './refund-request.ts'

/** An order of either kind as GET /orders/{id} shows it. */
export const orderOnWire = (order: Order) => ({
  ...order,
  total: fromCents(order.totalCents),
  ...saleOnWire(order),
  ...refundsOfOrder(order),
  taxes: taxesOnWire(order.sale),
})
