import {
  noBundle,
  type ProductRecord,
  productKey,
  updateStock,
} from '../catalog/products.ts'
import { versionConflict } from '../dynamodb/optimistic-lock.ts'
import { readMany } from '../dynamodb/read.ts'
import type { Write } from '../dynamodb/write.ts'
import type { Order } from '../sales/orders.ts'
import type { SaleRefund } from '../sales/sale-snapshot.ts'
import type { StoreOrderItemRecord } from '../store/store-orders.ts'
import { isOfStore } from './refundable.ts'

/**
 * The writes that return the units of a refund to stock, a bundle's to the components that
 * its sale took. Products that were deleted or became bundles since then get nothing. They
 * fail with a version conflict when that changes meanwhile.
 */
export async function prepareStockReturn(
  order: Order,
  refund: Pick<SaleRefund, 'lines' | 'restocks'>,
): Promise<Write[]> {
  if (!refund.restocks || !isOfStore(order)) return []
  const units = [...unitsOf(order.items, refund)]
  const products = await readMany(units.map(([id]) => productKey(id)))
  return units
    .filter(([, quantity], at) => hasRoom(products[at] as ProductRecord, quantity))
    .map(([id, quantity]) => updateStock(id, quantity, versionConflict, noBundle))
}

/** Whether there is such a product, and its stock stays a safe integer. */
const hasRoom = (product: ProductRecord | undefined, quantity: number): boolean =>
  product !== undefined &&
  (product.components ?? []).length === 0 &&
  product.quantity <= Number.MAX_SAFE_INTEGER - quantity

function unitsOf(
  items: readonly StoreOrderItemRecord[],
  { lines }: Pick<SaleRefund, 'lines'>,
): Map<string, number> {
  const units = new Map<string, number>()
  const add = (id: string, quantity: number) =>
    units.set(id, (units.get(id) ?? 0) + quantity)
  for (const { at, quantity } of lines) {
    const item = items[at]
    if (!item || quantity === 0) continue
    if (!item.parts) add(item.productId, quantity)
    for (const part of item.parts ?? []) add(part.productId, part.quantity * quantity)
  }
  return units
}
