import { readMany } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { tenderOf } from '../sales/order-payments.ts'
import { findOrders, type Order, orderKey } from '../sales/orders.ts'
import type { StoreOrderRecord } from '../store/store-orders.ts'
import type { Period } from '../time/days.ts'
import type { ReportedSale } from './report.ts'
import type { ReportFilter } from './report-filter.ts'

/** What was sold of one product or dish at one price, in cents. */
type Line = Readonly<Pick<ReportedSale, 'productName' | 'quantity' | 'priceAtOrder'>>

type Sale = { readonly order: Order; readonly lines: readonly Line[] }

/** How many records one call reads at most. */
const maxBatch = 100

/**
 * A report of the sales of store and restaurant, newest first, with its sums. Reads the
 * orders of the filter's period, and the full records of the restaurant's paid orders.
 * Throws `sumsTooLarge`.
 */
export async function salesReport(filter: ReportFilter) {
  const matches = orderMatches(filter)
  const sales = await Promise.all([
    soldInStore(filter.period, matches),
    soldInRestaurant(filter.period, matches),
  ])
  const reported = sales
    .flat()
    .map(({ order, lines }) => ({ order, lines: lines.filter(lineMatches(filter)) }))
    .filter(({ lines }) => lines.length > 0)
    .sort(newestFirst)
  const lines = reported.flatMap((sale) => sale.lines)
  return {
    totalRevenueCents: sum(
      lines,
      ({ priceAtOrder, quantity }) => priceAtOrder * quantity,
    ),
    totalItemsSold: sum(lines, ({ quantity }) => quantity),
    totalBtcSatoshis: satoshisOf(reported.map(({ order }) => order)),
    sales: reported.flatMap(rows),
  }
}

type OrderMatches = (order: Order) => boolean

const orderMatches =
  ({ userId, paymentMethod }: ReportFilter): OrderMatches =>
  (order) =>
    (userId === undefined || order.userId === userId) &&
    (paymentMethod === undefined ||
      tenderOf(order).methodNames.some((name) => name.toLowerCase() === paymentMethod))

const lineMatches =
  ({ productName = '' }: ReportFilter) =>
  (line: Line) =>
    line.productName.toLowerCase().includes(productName)

/** A settled order stays settled, even if its ticket is cancelled. */
async function soldInStore(period: Period, matches: OrderMatches): Promise<Sale[]> {
  const orders = await findOrders<StoreOrderRecord>('store', period)
  return orders
    .filter((order) => order.settled && matches(order))
    .map((order) => ({ order, lines: order.items }))
}

async function soldInRestaurant(period: Period, matches: OrderMatches): Promise<Sale[]> {
  const orders = await findOrders('restaurant', period)
  const paid = orders.filter(
    (order) => order.status === 'paid' && order.payments.length > 0 && matches(order),
  )
  const sales: Sale[] = []
  // Lists of orders do not include the lines
  for (let from = 0; from < paid.length; from += maxBatch) {
    const keys = paid.slice(from, from + maxBatch).map(({ id }) => orderKey(id))
    const found = (await readMany(keys)) as (RestaurantOrderRecord | undefined)[]
    sales.push(...found.flatMap((order) => (order ? [dishesOf(order)] : [])))
  }
  return sales
}

const dishesOf = (order: RestaurantOrderRecord): Sale => ({
  order,
  lines: order.lines.map(({ dishName, priceCents }) => ({
    productName: dishName,
    quantity: 1,
    priceAtOrder: priceCents,
  })),
})

const newestFirst = ({ order: one }: Sale, { order: other }: Sale) =>
  one.listedAt > other.listedAt ? -1 : 1

/** A row for each line. It names the order's Lightning payment, or else its first one. */
function rows({ order, lines }: Sale) {
  const { methodNames, lightning } = tenderOf(order)
  const payment = lightning ?? order.payments[0]
  return lines.map((line) => ({
    ...line,
    ...lightning?.lightning,
    orderId: order.id,
    userName: order.userName,
    paymentMethod: methodNames.join(','),
    saleDate: order.createdAt,
    paymentId: payment?.paymentId,
  }))
}

/** Counts a payment once, even if it pays several orders. */
function satoshisOf(orders: readonly Order[]): number {
  const payments = new Map(
    orders.flatMap((order) => order.payments.map((each) => [each.paymentId, each])),
  )
  return sum([...payments.values()], ({ lightning }) => lightning?.satoshiAmount ?? 0)
}

/** Throws `sumsTooLarge` if a number cannot hold the sum exactly. */
function sum<T>(items: readonly T[], amountOf: (item: T) => number): number {
  const total = items.reduce((all, item) => all + amountOf(item), 0)
  if (!Number.isSafeInteger(total)) throw new Failure('sumsTooLarge')
  return total
}
