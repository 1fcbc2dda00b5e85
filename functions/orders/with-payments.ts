import { fromCents } from '../../shared/money/decimal.ts'
import { findPaymentMethod } from '../../shared/money/payment-methods.ts'
import { type Order, ordersOf } from '../../shared/table/orders.ts'
import type { StoreOrder } from '../../shared/table/store-orders.ts'
import type { Wanted } from './order-filter.ts'

/**
 * Orders of both kinds with what was paid for them, also those without payment. Payments
 * stand in the order's own record, so several of them never multiply it.
 */
export async function ordersWithPayments(wanted: Wanted) {
  const [store, restaurant] = await Promise.all([
    ordersOf<StoreOrder>('store', wanted.days),
    ordersOf('restaurant', wanted.days),
  ])
  const rows = [...store.map(asPaid), ...restaurant].map(row).filter(matches(wanted))
  const sorted = rows.sort(wanted.sortBy === 'total' ? byTotal : byDate)
  return wanted.ascending ? sorted : sorted.reverse()
}

/** Existing clients count and filter settled sales as paid, and do so only here. */
const asPaid = (order: StoreOrder): Order =>
  order.settled ? { ...order, status: 'paid' } : order

type Row = ReturnType<typeof row>

function row(order: Order) {
  const methodIds = [...new Set(order.payments.map(({ methodId }) => methodId))]
  const names = methodIds.map((id) => findPaymentMethod(id)?.name ?? '')
  const lightning = order.payments.find((payment) => payment.lightning)?.lightning
  return {
    ...lightning,
    ...order,
    total: fromCents(order.totalCents),
    methodNames: names,
    paymentMethod: names.join(','),
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

const byDate = (one: Row, other: Row) => (one.listedAt < other.listedAt ? -1 : 1)

const byTotal = (one: Row, other: Row) =>
  one.totalCents - other.totalCents || byDate(one, other)
