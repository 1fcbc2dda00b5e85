import * as z from 'zod'
import { get, group, permission } from '../../shared/http/endpoint.ts'
import { list } from '../../shared/http/reply.ts'

const OrderWithPayments = z.object({
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

const parameter = z.string().optional()

/** The filters as sent; each has a refusal of its own, see order-filter.ts. */
const OrderFilter = z.object({
  startDate: parameter,
  endDate: parameter,
  status: parameter,
  userId: parameter,
  paymentMethod: parameter,
  minTotal: parameter,
  maxTotal: parameter,
  sortBy: parameter,
  sortOrder: parameter,
})
export type OrderFilter = z.output<typeof OrderFilter>

/** Orders of both kinds with their payments (core-interface; open-areas, section 12). */
export const endpoints = group('orders', ['table', 'token-key'], {
  withPayments: get('/orders/with-payments', {
    access: permission('orders_read'),
    query: OrderFilter,
    reply: list(OrderWithPayments, 'No orders found'),
  }),
})
