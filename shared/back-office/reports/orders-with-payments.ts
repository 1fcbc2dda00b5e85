import { Page } from '../../platform/dynamodb/page.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { boundsOfPeriod } from '../../platform/dynamodb/time-bounds.ts'
import { formatCents, fromCents } from '../../platform/money/decimal.ts'
import { readDay } from '../../platform/time/day.ts'
import { type Period, periodOf, type ShopTime } from '../../platform/time/days.ts'
import {
  isOfStore,
  listedStatusOf,
  type StoreOrderRecord,
} from '../../selling/checkout/store-orders.ts'
import { findNumbered } from '../../selling/sales/find-numbered.ts'
import { allFlagged } from '../../selling/sales/flagged-sales.ts'
import {
  tenderOf,
  tenderOnWire,
  tendersOf,
  transactionIdOf,
} from '../../selling/sales/order-payments.ts'
import {
  findOrders,
  type Order,
  type OrderKind,
  orderKey,
} from '../../selling/sales/orders.ts'
import { refundsOnWire, saleOnWire } from '../../selling/sales/sale-on-wire.ts'
import { baseCurrencyOf, readBaseCurrency } from '../../selling/shop-config/config.ts'
import { currencyOfOrder } from '../../selling/shop-config/currency-history.ts'
import type { DaySales } from './report.ts'
import type { OrderFilter } from './report-filter.ts'

/**
 * Lists orders of both kinds, paid or not, with their payments. An order with several
 * payments is one row, as the order's record stores them all. A page by date reads one
 * page of each kind; totals have no index, so a page by total reads all orders.
 */
export async function ordersWithPayments(filter: OrderFilter, page?: Page) {
  const { period, sortBy, ascending } = filter
  const fits = matches(filter)
  const positionOf = sortBy === 'total' ? positionByTotal : positionByDate
  const rowsOf = async (kind: OrderKind) => {
    const orders = await findOrders<Order | StoreOrderRecord>(kind, period, {
      page: page && sortBy === 'date' ? new Page(page.limit + 1, page.after) : undefined,
      where: (order) => fits(row(order)),
      oldestFirst: ascending,
    })
    return orders.map((order) => ({ ...row(order), position: positionOf(order) }))
  }
  if (filter.receiptNumber !== undefined) {
    const found = await findNumbered(filter.receiptNumber)
    return found && fits(row(found)) ? [row(found)] : []
  }
  const found = filter.isFlagged
    ? (await flaggedOrders(period)).map((order) => ({
        ...row(order),
        position: positionOf(order),
      }))
    : (await Promise.all([rowsOf('store'), rowsOf('restaurant')])).flat()
  const rows = found
    .filter(fits)
    .sort((one, other) => (one.position < other.position === ascending ? -1 : 1))
  if (!page) return rows
  const { after } = page
  const following = rows.filter(
    ({ position }) =>
      after === undefined || (ascending ? position > after : position < after),
  )
  return page.take(following, ({ position }) => position)
}

/** The sales of a period with flags that nobody has reviewed; reads flagged ones alone. */
async function flaggedOrders(period: Period): Promise<(Order | StoreOrderRecord)[]> {
  const flagged = await allFlagged()
  const orders = await readMany<Order[]>(flagged.map(({ orderId }) => orderKey(orderId)))
  const [from, to] = boundsOfPeriod(period) ?? ['', '~']
  return orders.flatMap((order) =>
    order && from <= order.listedAt && order.listedAt <= to ? [order] : [],
  )
}

type Row = ReturnType<typeof row>

function row(order: Order | StoreOrderRecord) {
  const items = isOfStore(order) ? order.items : []
  const { methodIds, methodNames, lightning } = tenderOf(order)
  const tenders = tendersOf(order)
  return {
    ...lightning?.lightning,
    ...order,
    status: listedStatusOf(order),
    ...saleOnWire(order),
    ...refundsOnWire(order.sale, items),
    items,
    total: fromCents(order.totalCents),
    methodNames,
    paymentMethod: methodNames.join(','),
    paymentMethodIds: methodIds,
    transactionId: transactionIdOf(tenders),
    tenders: tenders.map(tenderOnWire),
  }
}

const matches =
  ({ status, userId, paymentMethod, minTotal, maxTotal }: OrderFilter) =>
  (order: Row): boolean =>
    (status === undefined || order.status === status) &&
    (userId === undefined || order.userId === userId) &&
    (paymentMethod === undefined ||
      order.methodNames.some((name) => name.toLowerCase() === paymentMethod)) &&
    order.total >= minTotal &&
    order.total <= maxTotal

/** A sort key by date of creation; unique, as it contains the order's id. */
const positionByDate = ({ listedAt }: Order) => listedAt

/** A sort key by total, in digits of fixed length, then by date. */
const positionByTotal = ({ totalCents, listedAt }: Order) =>
  `${10n ** 16n + BigInt(totalCents)}#${listedAt}`

/**
 * The total sales of a day of a time zone: the restaurant's paid orders and the store's
 * settled orders, of those in the base currency. Throws `malformedDay`.
 */
export async function readDaySales(date: string, time: ShopTime): Promise<DaySales> {
  const day = readDay('date', date)
  const period = periodOf({ from: day, to: day }, time)
  const [store, restaurant, base] = await Promise.all([
    findOrders<StoreOrderRecord>('store', period),
    findOrders('restaurant', period),
    readBaseCurrency(),
  ])
  const { acronym } = baseCurrencyOf(base)
  const sold = [
    ...store.filter(({ settled }) => settled),
    ...restaurant.filter(({ status }) => status === 'paid'),
  ].filter((order) => currencyOfOrder(base, order) === acronym)
  // The sum may be larger than a number can hold exactly; it is sent as a text
  const cents = sold.reduce((sum, { totalCents }) => sum + BigInt(totalCents), 0n)
  // One fraction digit, or two if the second is not 0
  return { date: day, total_sales: formatCents(cents).replace(/0$/, '') }
}
