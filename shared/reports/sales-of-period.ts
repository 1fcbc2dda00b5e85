import type { StoreOrderRecord } from '../checkout/store-orders.ts'
import { readMany } from '../dynamodb/read.ts'
import { centsOf } from '../restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { tendersOf } from '../sales/order-payments.ts'
import { findOrders, type Order, orderKey } from '../sales/orders.ts'
import type { Period } from '../time/days.ts'
import { type SharedLine, shareSale } from './line-shares.ts'
import type { ReportFilter } from './report-filter.ts'

/** A sale of store or restaurant with those of its lines that a report covers. */
export type Sale = { readonly order: Order; readonly lines: readonly SharedLine[] }

/** How many records one call reads at most. */
const maxBatch = 100

/**
 * The sales of store and restaurant that a filter covers, newest first. Reads the orders of
 * the filter's period, and the full records of the restaurant's paid orders.
 */
export async function salesOf(filter: ReportFilter): Promise<Sale[]> {
  const matches = orderMatches(filter)
  const sales = await Promise.all([
    soldInStore(filter.period, matches),
    soldInRestaurant(filter.period, matches),
  ])
  return sales
    .flat()
    .map(({ order, lines }) => ({ order, lines: lines.filter(lineMatches(filter)) }))
    .filter(({ lines }) => lines.length > 0)
    .sort(newestFirst)
}

type OrderMatches = (order: Order) => boolean

const orderMatches =
  ({ userId, paymentMethod }: ReportFilter): OrderMatches =>
  (order) =>
    (userId === undefined || order.userId === userId) &&
    (paymentMethod === undefined ||
      tendersOf(order).some(
        ({ methodName }) => methodName.toLowerCase() === paymentMethod,
      ))

const lineMatches =
  ({ productName = '' }: ReportFilter) =>
  (line: SharedLine) =>
    line.productName.toLowerCase().includes(productName)

/** A settled order stays settled, even if its ticket is cancelled. */
async function soldInStore(period: Period, matches: OrderMatches): Promise<Sale[]> {
  const orders = await findOrders<StoreOrderRecord>('store', period)
  return orders
    .filter((order) => order.settled && matches(order))
    .map((order) => ({ order, lines: shareSale(order, order.items) }))
}

async function soldInRestaurant(period: Period, matches: OrderMatches): Promise<Sale[]> {
  const orders = await findOrders('restaurant', period)
  const paid = orders.filter((order) => isPaid(order) && matches(order))
  const sales: Sale[] = []
  // Lists of orders do not include the lines
  for (let from = 0; from < paid.length; from += maxBatch) {
    const keys = paid.slice(from, from + maxBatch).map(({ id }) => orderKey(id))
    const found = (await readMany(keys)) as (RestaurantOrderRecord | undefined)[]
    sales.push(...found.flatMap((order) => (order ? [dishesOf(order)] : [])))
  }
  return sales
}

/** A settled order stays sold when its ticket or payments are deleted, as in the store. */
const isPaid = ({ sale, status, payments }: Order) =>
  sale !== undefined || (status === 'paid' && payments.length > 0)

/**
 * Cancelled lines are not sold, but keep what was paid where all lines are cancelled. Refunds
 * name lines by their place among all.
 */
const dishesOf = (order: RestaurantOrderRecord): Sale => ({
  order,
  lines: shareSale(
    order,
    order.lines.map(({ dishName, ...line }) => ({
      ...line,
      productName: dishName,
      quantity: line.status === 'cancelled' ? 0 : 1,
      priceAtOrder: centsOf(line),
    })),
  ).filter(
    ({ quantity, paidCents, tipCents }) =>
      quantity > 0 || paidCents !== 0 || tipCents !== 0,
  ),
})

const newestFirst = ({ order: one }: Sale, { order: other }: Sale) =>
  one.listedAt > other.listedAt ? -1 : 1
