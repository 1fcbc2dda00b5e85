import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { alternative } from '../../shared/http/reply.ts'
import { fromCents } from '../../shared/money/decimal.ts'
import { readDays, readFilter } from '../../shared/reports/order-filter.ts'
import { ordersWithPayments } from '../../shared/reports/orders-with-payments.ts'
import { salesOf } from '../../shared/reports/total-sales.ts'
import type { OrderLine } from '../../shared/restaurant/order-line.ts'
import * as dishes from '../../shared/restaurant/order-lines.ts'
import * as orders from '../../shared/restaurant/restaurant-orders.ts'
import { findTable } from '../../shared/restaurant/tables.ts'
import { isOrderStatus } from '../../shared/sales/order.ts'
import { findOrder, findOrders } from '../../shared/sales/orders.ts'
import { findUser } from '../../shared/staff/users.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => (await findOrders('restaurant', {}, { page })).map(withTotal),

  withPayments: ({ query, page }) => ordersWithPayments(readFilter(query), page),

  ofUser: async ({ params: { userId }, page }) => {
    const [user, taken] = await Promise.all([
      findUser(userId),
      orders.ordersOfUser(userId, page),
    ])
    if (!user) throw new Failure('userNotFound')
    return taken.map(withTotal)
  },

  ofTable: async ({ params: { tableId }, page }) => {
    const [table, taken] = await Promise.all([
      findTable(tableId),
      orders.ordersOfTable(tableId, page),
    ])
    if (!table) throw new Failure('tableNotFound')
    return taken.map(withTotal)
  },

  ofStatus: async ({ params: { status }, page }) => {
    const found = await orders.ordersOfStatus(statusOf(status), page)
    return found.length === 0 ? alternative('none', status) : found.map(withTotal)
  },

  ofDays: async ({ query, page }) =>
    (await findOrders('restaurant', readDays(query), { page })).map(withTotal),

  totalSales: ({ params }) => salesOf(params.date),

  one: async ({ params }) => {
    const order = await findOrder(params.id)
    if (!order) throw new Failure('notFound')
    return withTotal(order)
  },

  complete: async ({ params }) => {
    const order = await known(params.id)
    return { order: withTotal(order), dishes: dishesOf(order) }
  },

  create: ({ body: { total: totalCents, createdAt, ...rest }, request }) =>
    orders.createOrder({ ...rest, totalCents }, createdAt ?? request.nowMs),

  createWithDishes: ({ body, request }) => {
    const { total: totalCents, createdAt, ...rest } = body.order
    const input = { ...rest, totalCents }
    return orders.createOrder(input, createdAt ?? request.nowMs, body.dishes)
  },

  update: async ({ params: { id }, body: { total: totalCents, ...rest } }) => {
    await orders.changeOrder(id, { ...rest, status: statusOf(rest.status), totalCents })
    return { id }
  },

  calculateTotal: async ({ params }) => fromCents(await dishes.calculateTotal(params.id)),

  remove: ({ params }) => orders.deleteOrder(params.id),

  dishes: async ({ params }) => dishesOf(await known(params.id)),

  addDishes: ({ params, body }) => dishes.addLines(params.id, body),

  changeDish: async ({ params: { id: orderId, dishId }, body }) => {
    await dishes.changeLine(orderId, dishId, body)
    return { orderId, dishId }
  },

  removeDish: async ({ params }) => {
    await dishes.removeLine(params.id, params.dishId)
  },

  removeDishes: async ({ params }) => {
    await dishes.removeAllLines(params.id)
  },
})

async function known(id: string) {
  const order = await orders.findRestaurantOrder(id)
  if (!order) throw new Failure('notFound')
  return order
}

function statusOf(status: string) {
  if (!isOrderStatus(status)) throw new Failure('invalidStatus', { value: status })
  return status
}

const withTotal = <T extends { readonly totalCents: number }>(order: T) => ({
  ...order,
  total: fromCents(order.totalCents),
})

const dishesOf = ({ id: orderId, lines }: orders.RestaurantOrder) =>
  lines.map((line: OrderLine) => ({
    ...line,
    orderId,
    priceAtOrder: fromCents(line.priceCents),
  }))
