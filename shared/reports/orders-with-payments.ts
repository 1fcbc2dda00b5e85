import { Page } from '../dynamodb/page.ts'
import { fromCents } from '../money/decimal.ts'
import { tenderOf } from '../sales/order-payments.ts'
import { findOrders, type Order, type OrderKind } from '../sales/orders.ts'
import type { StoreOrderRecord } from '../store/store-orders.ts'
import type { Wanted } from './order-filter.ts'

/**
 * Orders of both kinds with what was paid for them, also those without payment. Payments
 * stand in the order's own record, so several of them never multiply it. A page by date
 * reads as much of both; totals have no index, so a page by total is cut from all orders.
 */
export async function ordersWithPayments(wanted: Wanted, page?: Page) {
  const { days, sortBy, ascending } = wanted
  const fits = matches(wanted)
  const place = sortBy === 'total' ? placeByTotal : placeByDate
  const rowsOf = async (kind: OrderKind) => {
    const orders = await findOrders<Order | StoreOrderRecord>(kind, days, {
      page: page && sortBy === 'date' ? new Page(page.limit + 1, page.after) : undefined,
      where: (order) => fits(row(order)),
      oldestFirst: ascending,
    })
    return orders.map((order) => ({ ...row(order), place: place(order) }))
  }
  const rows = (await Promise.all([rowsOf('store'), rowsOf('restaurant')]))
    .flat()
    .sort((one, other) => (one.place < other.place === ascending ? -1 : 1))
  if (!page) return rows
  const { after } = page
  const following = rows.filter(
    ({ place }) => after === undefined || (ascending ? place > after : place < after),
  )
  return page.take(following, ({ place }) => place)
}

type Row = ReturnType<typeof row>

function row(order: Order | StoreOrderRecord) {
  const { methodIds, methodNames, lightning } = tenderOf(order)
  return {
    ...lightning?.lightning,
    ...order,
    // Existing clients count and filter settled sales as paid, and do so only here
    status: 'settled' in order && order.settled ? ('paid' as const) : order.status,
    total: fromCents(order.totalCents),
    methodNames,
    paymentMethod: methodNames.join(','),
    paymentMethodIds: methodIds,
  }
}

const matches =
  ({ status, userId, paymentMethod, minTotal, maxTotal }: Wanted) =>
  (order: Row): boolean =>
    (status === undefined || order.status === status) &&
    (userId === undefined || order.userId === userId) &&
    (paymentMethod === undefined ||
      order.methodNames.some((name) => name.toLowerCase() === paymentMethod)) &&
    order.total >= minTotal &&
    order.total <= maxTotal

/** Its place in a list that is sorted by text: creation, and no two orders are equal. */
const placeByDate = ({ listedAt }: Order) => listedAt

/** The total in digits that sort like the number, then the date. */
const placeByTotal = ({ totalCents, listedAt }: Order) =>
  `${10n ** 16n + BigInt(totalCents)}#${listedAt}`
