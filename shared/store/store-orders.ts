import { productKey, sumByProduct, updateStock } from '../catalog/products.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { readMany } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { update } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { findOrder, type Order, ordersOf } from '../sales/orders.ts'

/** A product's units at one price. */
export type StoreOrderItem = {
  readonly productId: string
  /** The product's name when it was sold. */
  readonly productName: string
  readonly quantity: number
  /** Cents. */
  readonly priceAtOrder: number
}

/** An order of the store. */
export type StoreOrder = Order & {
  readonly kind: 'store'
  /** Checkout made it; stays true whatever becomes of its ticket and payment. */
  readonly settled: boolean
  readonly items: readonly StoreOrderItem[]
}

/** The store orders of one status or of all, newest first. */
export const allStoreOrders = (wanted: string | undefined, page?: Page) =>
  ordersOf<StoreOrder>(
    'store',
    {},
    { page, where: wanted === undefined ? undefined : ({ status }) => status === wanted },
  )

/** A store order; undefined also for an order of the restaurant. */
export async function findStoreOrder(id: string): Promise<StoreOrder | undefined> {
  const order = await findOrder(id)
  return order?.kind === 'store' ? (order as StoreOrder) : undefined
}

/**
 * Closes an open store order and returns its stock to the products that are still there.
 * Throws `notFound` for an order that is not open.
 */
export const cancelStoreOrder = (id: string) =>
  retryOnConflict(async () => {
    const order = await findStoreOrder(id)
    if (order?.status !== 'open') throw new Failure('notFound')
    const sums = [...sumByProduct(order.items)]
    const products = await readMany(sums.map(([productId]) => productKey(productId)))
    await transact(
      [
        update(
          order,
          {
            set: { status: 'closed' },
            when: '#status = :open',
            values: { open: 'open' },
          },
          () => new VersionConflict(),
        ),
        ...sums
          .filter((_, at) => products[at])
          .map(([productId, quantity]) =>
            updateStock(productId, quantity, () => new VersionConflict()),
          ),
      ],
      noResponse,
    )
  })
