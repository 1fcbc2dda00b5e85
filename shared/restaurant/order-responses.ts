import * as z from 'zod'
import { orderDishStatuses, orderStatuses } from '../sales/order.ts'

/** An order of the restaurant. */
export const Order = z.object({
  id: z.string(),
  userId: z.string(),
  tableId: z.string().nullable(),
  status: z.enum(orderStatuses),
  total: z.number(),
  createdAt: z.string(),
})

/** A line of an order. */
export const OrderDish = z.object({
  id: z.string(),
  orderId: z.string(),
  dishId: z.string(),
  priceAtOrder: z.number(),
  notes: z.string().nullable(),
  status: z.enum(orderDishStatuses),
  shouldPrepare: z.boolean(),
})

/** An order with all its lines. */
export const CompleteOrder = z.object({ order: Order, dishes: z.array(OrderDish) })

/** An order of either kind with what was paid for it. */
export const OrderWithPayments = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  tableId: z.string().nullable(),
  status: z.string(),
  total: z.number(),
  createdAt: z.string(),
  paymentMethod: z.string(),
  paymentMethodIds: z.array(z.string()),
  satoshiAmount: z.number().nullable(),
  exchangeRateAtPayment: z.number().nullable(),
  exchangeRateCurrency: z.string().nullable(),
  fiatAmountAtPayment: z.number().nullable(),
})

/** What a day's sales come to; existing clients expect a text. */
export const DaySales = z.object({ date: z.string(), total_sales: z.string() })
