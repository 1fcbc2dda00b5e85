import {
  ordersWithPayments,
  readDaySales,
} from '../../shared/back-office/reports/orders-with-payments.ts'
import {
  readDays,
  readOrderFilter,
} from '../../shared/back-office/reports/report-filter.ts'
import { Failure, required } from '../../shared/failure.ts'
import type { Caller } from '../../shared/people/auth/tokens.ts'
import { holds } from '../../shared/people/staff/permissions.ts'
import { findUser } from '../../shared/people/staff/users.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { alternative } from '../../shared/platform/http/reply.ts'
import { fromCents } from '../../shared/platform/money/decimal.ts'
import { discountOnWire } from '../../shared/selling/bills/bill-discount.ts'
import {
  failedLines,
  readOrderWithFired,
} from '../../shared/selling/kitchen/fired-jobs.ts'
import {
  progress,
  readKitchenScreen,
} from '../../shared/selling/kitchen/kitchen-screen.ts'
import { orderOnWire } from '../../shared/selling/refunds/order-on-wire.ts'
import { refund } from '../../shared/selling/refunds/refund.ts'
import { unitsInRestaurant } from '../../shared/selling/refunds/refund-units.ts'
import { withSettledRefund } from '../../shared/selling/refunds/settle-payout.ts'
import type { OrderLine } from '../../shared/selling/restaurant/order-line.ts'
import * as orderLines from '../../shared/selling/restaurant/order-lines.ts'
import * as orders from '../../shared/selling/restaurant/restaurant-orders.ts'
import { findTable } from '../../shared/selling/restaurant/tables.ts'
import { changeBuyer } from '../../shared/selling/sales/change-buyer.ts'
import { isOrderStatus } from '../../shared/selling/sales/order.ts'
import { findOrder, findOrders, type Order } from '../../shared/selling/sales/orders.ts'
import { showReceiptPage } from '../../shared/selling/sales/receipt-page.ts'
import { reviewFlags } from '../../shared/selling/sales/review-flags.ts'
import { receiptNumberOf } from '../../shared/selling/sales/sale-snapshot.ts'
import { inShopTime } from '../../shared/selling/shop-config/shop-time.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) =>
    (await findOrders('restaurant', {}, { page })).map(withNumber),

  withPayments: ({ query, page }) =>
    inShopTime(async (time) => ordersWithPayments(readOrderFilter(query, time), page)),

  inKitchen: ({ request }) => readKitchenScreen(request.nowMs),

  ofUser: async ({ params: { userId }, page }) => {
    const [user, found] = await Promise.all([
      findUser(userId),
      orders.ordersOfUser(userId, page),
    ])
    if (!user) throw new Failure('userNotFound')
    return found.map(withTotal)
  },

  ofTable: async ({ params: { tableId }, page }) => {
    const [table, found] = await Promise.all([
      findTable(tableId),
      orders.ordersOfTable(tableId, page),
    ])
    if (!table) throw new Failure('tableNotFound')
    return found.map(withTotal)
  },

  ofStatus: async ({ params: { status }, page }) => {
    const found = await orders.ordersOfStatus(statusOf(status), page)
    return found.length === 0 ? alternative('none', status) : found.map(withTotal)
  },

  ofDays: async ({ query, page }) =>
    (
      await inShopTime(async (time) =>
        findOrders('restaurant', readDays(query, time), { page }),
      )
    ).map(withNumber),

  totalSales: ({ params }) => inShopTime((time) => readDaySales(params.date, time)),

  one: async ({ params }) => {
    const found = await withSettledRefund(required(await findOrder(params.id)))
    const { buyer } = found.sale ?? {}
    return {
      ...orderOnWire(found),
      ...(await billDiscountOf(found)),
      ...(buyer && { buyer }),
    }
  },

  complete: async ({ params, request }) => {
    const { order: found, fired } = await readOrderWithFired(params.id)
    const order = required(found)
    const failed = await failedLines(order, fired, request.nowMs)
    return {
      order: { ...withNumber(order), ...(await discountOnWire(order)) },
      dishes: dishesOf(order),
      failed,
    }
  },

  create: ({ body, request }) => orders.createOrder(body, request.nowMs),

  createWithDishes: ({ body, request, caller }) =>
    orders.createOrder(body.order, request.nowMs, body.dishes, mayDiscount(caller)),

  update: async ({ params: { id }, body, caller }) => {
    const input = { ...body, status: statusOf(body.status) }
    await orders.changeOrder(id, input, mayDiscount(caller))
    return { id }
  },

  calculateTotal: async ({ params }) =>
    fromCents(await orderLines.calculateTotal(params.id)),

  remove: ({ params, query, caller }) =>
    orders.deleteOrder(params.id, caller.userId, query.reason),

  refund: ({ params, body: { items, ...rest }, caller, request: { nowMs }, key, till }) =>
    refund(
      {
        kind: 'restaurant',
        orderId: params.id,
        request: { ...rest, restock: false },
        unitsIn: unitsInRestaurant(items),
        nowMs,
        key,
        till,
      },
      caller,
    ),

  buyer: async ({ params: { id }, body, request }) => {
    await changeBuyer(id, body, request.nowMs)
    return { id }
  },

  flags: async ({ params: { id }, caller, request: { nowMs } }) => {
    await reviewFlags(id, { userId: caller.userId, nowMs })
    return { id }
  },

  receiptPage: async ({ params: { id }, body }) => {
    await showReceiptPage(id, !body.revoked)
    return { id }
  },

  dishes: async ({ params }) =>
    dishesOf(required(await orders.findRestaurantOrder(params.id))),

  addDishes: ({ params, body, caller }) =>
    orderLines.addLines(params.id, body, mayDiscount(caller)),

  changeDish: async ({ params: { id: orderId, dishId }, body, caller }) => {
    const by = { userId: caller.userId, mayDiscount: mayDiscount(caller) }
    await orderLines.changeLine(orderId, dishId, body, by)
    return { orderId, dishId }
  },

  progress: async ({ params: { id }, body: { dishIds, status }, request }) => {
    await progress(id, dishIds, status, request.nowMs)
    return { id }
  },

  removeDish: async ({ params, query, caller }) => {
    const { id, dishId } = params
    await orderLines.deleteLine(id, dishId, caller.userId, query.reason)
  },

  removeDishes: async ({ params, caller }) => {
    await orderLines.deleteAllLines(params.id, caller.userId)
  },
})

const billDiscountOf = (order: Order) =>
  orders.isRestaurantOrder(order) ? discountOnWire(order) : undefined

const mayDiscount = ({ permissions }: Caller) => holds(permissions, 'orders_discount')

function statusOf(status: string) {
  if (!isOrderStatus(status)) throw new Failure('invalidStatus', { value: status })
  return status
}

const withTotal = <T extends { readonly totalCents: number }>(order: T) => ({
  ...order,
  total: fromCents(order.totalCents),
})

const withNumber = (order: Order) => ({
  ...withTotal(order),
  number: order.sale?.number,
  series: order.sale?.series,
  ...(order.sale?.series !== undefined && {
    receiptNumber: receiptNumberOf(order.sale),
  }),
})

const dishesOf = ({ id: orderId, lines }: orders.RestaurantOrderRecord) =>
  lines.map((line: OrderLine) => ({
    ...line,
    orderId,
    course: line.course ?? null,
    dishName: line.paidCents === undefined ? undefined : line.dishName,
    priceAtOrder: fromCents(line.priceCents),
  }))
