import { Failure } from '../../failure.ts'
import {
  retryOnConflict,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { findNumbered } from '../sales/find-numbered.ts'
import type { OrderStatus } from '../sales/order.ts'
import { findOrder, findOrders, type Order } from '../sales/orders.ts'
import { refundsOnWire, saleOnWire, taxesOnWire } from '../sales/sale-on-wire.ts'
import type { SoldLine } from '../sales/sale-snapshot.ts'
import { paidByLine } from '../sales/sale-sums.ts'
import { insertOrderAudit } from '../sales/sales-audit.ts'
import { prepareStockReturn } from './stock-return.ts'
import type { StoreOrderItem } from './store-order.ts'

/** A store order's item as it was sold. */
export type StoreOrderItemRecord = StoreOrderItem & SoldLine

/** A stored store order. */
export type StoreOrderRecord = Order & {
  readonly kind: 'store'
  /** Checkout created it. Stays true after its ticket or payment is deleted. */
  readonly settled: boolean
  readonly items: readonly StoreOrderItemRecord[]
}

/**
 * Returns the items with their discounts and, for a settled order, the amount paid for each.
 */
export function soldItems(order: StoreOrderRecord) {
  const paid = order.settled ? paidByLine(order, order.items) : []
  return order.items.map((item, at) => ({
    ...item,
    discountCents: item.discountCents ?? 0,
    paidCents: paid[at] ?? null,
  }))
}

/** A store order as clients read it. */
export const storeOrderOnWire = (order: StoreOrderRecord) => ({
  ...order,
  ...saleOnWire(order),
  ...refundsOnWire(order.sale, order.items),
  status: statusOf(order),
  taxes: taxesOnWire(order.sale),
  items: soldItems(order),
  total: order.totalCents,
})

/** The store orders of one status or of all, newest first. */
export const allStoreOrders = (status: string | undefined, page?: Page) =>
  findOrders<StoreOrderRecord>(
    'store',
    {},
    {
      page,
      where: status === undefined ? undefined : (order) => statusOf(order) === status,
    },
  )

/** The store order with a receipt's number, if there is one. */
export async function storeOrdersNumbered(
  receiptNumber: string,
): Promise<StoreOrderRecord[]> {
  const found = await findNumbered(receiptNumber)
  return found?.kind === 'store' ? [found as StoreOrderRecord] : []
}

/** The status that clients see; of what a sale sold, nothing may be left after refunds. */
export const statusOf = ({ status, sale }: StoreOrderRecord): OrderStatus | 'refunded' =>
  sale?.isRefunded ? 'refunded' : status

/**
 * The status in lists of orders of both kinds, and only there: existing clients filter and count
 * settled sales as paid.
 */
export function listedStatusOf(order: Order | StoreOrderRecord) {
  if (!isOfStore(order)) return order.status
  return order.settled && !order.sale?.isRefunded ? 'paid' : statusOf(order)
}

export const isOfStore = (order: Order | StoreOrderRecord): order is StoreOrderRecord =>
  order.kind === 'store'

/** The store order with this id; undefined also for a restaurant order. */
export async function findStoreOrder(id: string): Promise<StoreOrderRecord | undefined> {
  const order = await findOrder(id)
  return order?.kind === 'store' ? (order as StoreOrderRecord) : undefined
}

/**
 * Closes an open store order, by a user, and returns its units to stock. Throws `notFound`
 * for an order that is not open.
 */
export const cancelStoreOrder = (id: string, byUserId: string) =>
  retryOnConflict(async () => {
    const order = await findStoreOrder(id)
    if (order?.status !== 'open') throw new Failure('notFound')
    await transact([
      updateUnchanged(order, ['status'], { set: { status: 'closed' } }),
      insertOrderAudit(
        byUserId,
        order,
        { status: 'open', totalCents: order.totalCents },
        { status: 'closed', totalCents: order.totalCents },
      ),
      ...(await prepareStockReturn(order.items, Date.now())),
    ])
  })
