import { readMany } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import type { RestaurantOrder } from '../restaurant/restaurant-orders.ts'
import { tenderOf } from '../sales/order-payments.ts'
import { type Days, findOrders, type Order, orderKey } from '../sales/orders.ts'
import type { StoreOrderRecord } from '../store/store-orders.ts'
import type { Wanted } from './report-filter.ts'

/** What was sold of one thing at one price. */
type Line = {
  readonly productName: string
  readonly quantity: number
  /** Cents. */
  readonly priceAtOrder: number
}

type Sale = { readonly order: Order; readonly lines: readonly Line[] }

/** The largest number of records that are read in one round trip. */
const batch = 100

/**
 * What was sold by both halves of the business, newest first, and its sums. The cost is
 * the orders of those days, and the records of the restaurant's that were paid. Throws
 * `sumsTooLarge`.
 */
export async function salesReport(wanted: Wanted) {
  const isWanted = ordersFor(wanted)
  const sales = await Promise.all([
    soldInStore(wanted.days, isWanted),
    soldInRestaurant(wanted.days, isWanted),
  ])
  const reported = sales
    .flat()
    .map(({ order, lines }) => ({ order, lines: lines.filter(linesFor(wanted)) }))
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

type IsWanted = (order: Order) => boolean

const ordersFor =
  ({ userId, paymentMethod }: Wanted): IsWanted =>
  (order) =>
    (userId === undefined || order.userId === userId) &&
    (paymentMethod === undefined ||
      tenderOf(order).methodNames.some((name) => name.toLowerCase() === paymentMethod))

const linesFor =
  ({ productName = '' }: Wanted) =>
  (line: Line) =>
    line.productName.toLowerCase().includes(productName)

/** Settled stays settled, whatever becomes of the payment. */
async function soldInStore(days: Days, isWanted: IsWanted): Promise<Sale[]> {
  const orders = await findOrders<StoreOrderRecord>('store', days)
  return orders
    .filter((order) => order.settled && isWanted(order))
    .map((order) => ({ order, lines: order.items }))
}

async function soldInRestaurant(days: Days, isWanted: IsWanted): Promise<Sale[]> {
  const orders = await findOrders('restaurant', days)
  const paid = orders.filter(
    (order) => order.status === 'paid' && order.payments.length > 0 && isWanted(order),
  )
  const sales: Sale[] = []
  // Lists of orders leave the dishes out
  for (let from = 0; from < paid.length; from += batch) {
    const keys = paid.slice(from, from + batch).map(({ id }) => orderKey(id))
    const found = (await readMany(keys)) as (RestaurantOrder | undefined)[]
    sales.push(...found.flatMap((order) => (order ? [dishesOf(order)] : [])))
  }
  return sales
}

const dishesOf = (order: RestaurantOrder): Sale => ({
  order,
  lines: order.lines.map(({ dishName, priceCents }) => ({
    productName: dishName,
    quantity: 1,
    priceAtOrder: priceCents,
  })),
})

const newestFirst = ({ order: one }: Sale, { order: other }: Sale) =>
  one.listedAt > other.listedAt ? -1 : 1

/** A row for each line; the payment that it names is the Lightning one, if there is one. */
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

/** A payment counts once, however many orders it pays. */
function satoshisOf(orders: readonly Order[]): number {
  const payments = new Map(
    orders.flatMap((order) => order.payments.map((each) => [each.paymentId, each])),
  )
  return sum([...payments.values()], ({ lightning }) => lightning?.satoshiAmount ?? 0)
}

/** Throws `sumsTooLarge` when a number cannot tell the sum exactly. */
function sum<T>(items: readonly T[], amountOf: (item: T) => number): number {
  const total = items.reduce((all, item) => all + amountOf(item), 0)
  if (!Number.isSafeInteger(total)) throw new Failure('sumsTooLarge')
  return total
}
