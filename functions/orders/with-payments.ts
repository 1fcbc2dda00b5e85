import { fromCents } from '../../shared/money/decimal.ts'
import type { Page } from '../../shared/page.ts'
import { tenderOf } from '../../shared/table/order-payments.ts'
import { type Order, ordersOf } from '../../shared/table/orders.ts'
import type { StoreOrder } from '../../shared/table/store-orders.ts'
import type { Wanted } from './order-filter.ts'

/**
 * Orders of both kinds with what was paid for them, also those without payment. Payments
 * stand in the order's own record, so several of them never multiply it.
 */
export async function ordersWithPayments(wanted: Wanted, page?: Page) {
  const [store, restaurant] = await Promise.all([
    ordersOf<StoreOrder>('store', wanted.days),
    ordersOf('restaurant', wanted.days),
  ])
  const place = wanted.sortBy === 'total' ? placeByTotal : placeByDate
  const rows = [...store.map(asPaid), ...restaurant]
    .map((order) => row(order, place(order)))
    .filter(matches(wanted))
    .sort((one, other) => (one.place < other.place === wanted.ascending ? -1 : 1))
  return page
    ? page.take(rows.filter(following(page, wanted)), ({ place }) => place)
    : rows
}

/** Rows beyond the start of a page, whether the row that stood there is still listed. */
const following =
  ({ after }: Page, { ascending }: Wanted) =>
  ({ place }: Row) =>
    after === undefined || (ascending ? place > after : place < after)

/** Existing clients count and filter settled sales as paid, and do so only here. */
const asPaid = (order: StoreOrder): Order =>
  order.settled ? { ...order, status: 'paid' } : order

type Row = ReturnType<typeof row>

function row(order: Order, place: string) {
  const { methodIds, methodNames, lightning } = tenderOf(order)
  return {
    ...lightning?.lightning,
    ...order,
    place,
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
