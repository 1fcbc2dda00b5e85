import { readMany } from '../../platform/dynamodb/read.ts'
import type { Period } from '../../platform/time/days.ts'
import type { StoreOrderRecord } from '../../selling/checkout/store-orders.ts'
import { centsOf } from '../../selling/restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../../selling/restaurant/restaurant-orders.ts'
import { tendersOf } from '../../selling/sales/order-payments.ts'
import { findOrders, type Order, orderKey } from '../../selling/sales/orders.ts'
import { type SaleTender, takenByOf } from '../../selling/sales/sale-snapshot.ts'
import { spreadOverLines } from '../../selling/sales/sale-sums.ts'
import { isNamed, shareOfMethod } from './method-share.ts'
import type { ReportFilter } from './report-filter.ts'
import { type SharedLine, shareSale } from './shared-lines.ts'

/** A sale of store or restaurant with those of its lines that a report covers. */
export type Sale = {
  readonly order: Order
  readonly lines: readonly SharedLine[]
  /** Of its payments over Lightning, the share of these lines. */
  readonly satoshis: number
}

/** A sale with all its lines. */
type WholeSale = Omit<Sale, 'satoshis'>

/** Most records that one call reads. */
const maxBatch = 100

/**
 * Returns the sales of store and restaurant that a filter covers, newest first, also
 * those without a line, such as bills with only cancelled dishes. Reads the orders of the
 * filter's period, and the full records of the restaurant's paid orders. A filter by
 * method covers that method's share of a sale by several.
 */
export async function salesOf(filter: ReportFilter): Promise<Sale[]> {
  const matches = orderMatches(filter)
  const sales = await Promise.all([
    soldInStore(filter.period, matches),
    soldInRestaurant(filter.period, matches),
  ])
  const { paymentMethod, productName = '' } = filter
  const seen = new Set<string>()
  return sales
    .flat()
    .sort(newestFirst)
    .map(({ order, lines: whole }) => {
      const lines =
        paymentMethod === undefined ? whole : shareOfMethod(order, whole, paymentMethod)
      const satoshis = satoshisByLine(order, lines, (tender) => {
        const isNew = !seen.has(tender.paymentId)
        seen.add(tender.paymentId)
        return (
          isNew &&
          isNamed(tender.methodName, paymentMethod ?? tender.methodName.toLowerCase())
        )
      })
      const covered = lines.map(lineMatches(filter))
      return {
        order,
        lines: lines.filter((_, at) => covered[at]),
        satoshis:
          productName === ''
            ? satoshis.total
            : satoshis.byLine.reduce(
                (sum, part, at) => sum + (covered[at] ? part : 0),
                0,
              ),
      }
    })
    .filter(({ lines }) => lines.length > 0 || productName === '')
}

/** A payment counts once, with the first of the orders that it pays. */
function satoshisByLine(
  order: Order,
  lines: readonly SharedLine[],
  counts: (tender: SaleTender) => boolean,
) {
  const total = tendersOf(order)
    .filter(counts)
    .reduce((sum, { lightning }) => sum + (lightning?.satoshiAmount ?? 0), 0)
  const weights = lines.map(({ paidCents, tipCents }) => paidCents + tipCents)
  return { total, byLine: spreadOverLines(total, lines, weights) }
}

type OrderMatches = (order: Order) => boolean

const orderMatches =
  ({ userId, takenBy, paymentMethod }: ReportFilter): OrderMatches =>
  (order) =>
    (userId === undefined || order.userId === userId) &&
    (takenBy === undefined || takenByOf(order).userId === takenBy) &&
    (paymentMethod === undefined ||
      tendersOf(order).some(({ methodName }) => isNamed(methodName, paymentMethod)))

/** Cancelled lines are not sold, but keep what was paid where all lines are cancelled. */
const lineMatches =
  ({ productName = '' }: ReportFilter) =>
  ({ quantity, paidCents, tipCents, roundingCents, ...line }: SharedLine) =>
    (quantity > 0 || paidCents !== 0 || tipCents !== 0 || roundingCents !== 0) &&
    line.productName.toLowerCase().includes(productName)

/** A settled order stays settled, even if its ticket is cancelled. */
async function soldInStore(period: Period, matches: OrderMatches): Promise<WholeSale[]> {
  const orders = await findOrders<StoreOrderRecord>('store', period)
  return orders
    .filter((order) => order.settled && matches(order))
    .map((order) => ({ order, lines: shareSale(order, order.items) }))
}

async function soldInRestaurant(
  period: Period,
  matches: OrderMatches,
): Promise<WholeSale[]> {
  const orders = await findOrders('restaurant', period)
  const paid = orders.filter((order) => isPaid(order) && matches(order))
  const sales: WholeSale[] = []
  // Lists of orders do not include the lines
  for (let from = 0; from < paid.length; from += maxBatch) {
    const keys = paid.slice(from, from + maxBatch).map(({ id }) => orderKey(id))
    const found = await readMany<RestaurantOrderRecord[]>(keys)
    sales.push(...found.flatMap((order) => (order ? [dishesOf(order)] : [])))
  }
  return sales
}

/** A settled order stays sold when its ticket or payments are deleted, as in the store. */
const isPaid = ({ sale, status, payments }: Order) =>
  sale !== undefined || (status === 'paid' && payments.length > 0)

/** All lines of a bill: refunds name them by their place among all. */
const dishesOf = (order: RestaurantOrderRecord): WholeSale => ({
  order,
  lines: shareSale(
    order,
    order.lines.map(({ dishName, ...line }) => ({
      ...line,
      productName: dishName,
      quantity: line.status === 'cancelled' ? 0 : 1,
      priceAtOrder: centsOf(line),
    })),
  ),
})

const newestFirst = ({ order: one }: WholeSale, { order: other }: WholeSale) =>
  one.listedAt > other.listedAt ? -1 : 1
