import { type ProductRecord, productKey, updateStock } from '../catalog/products.ts'
import { versionConflict } from '../dynamodb/optimistic-lock.ts'
import { readMany } from '../dynamodb/read.ts'
import type { Write } from '../dynamodb/write.ts'
import type { BundlePart } from '../sales/sale-snapshot.ts'
import { isBundle } from './stock-needs.ts'

/** Units of a product, or of a bundle with the components that its sale took. */
type ReturnedUnits = {
  readonly productId: string
  readonly quantity: number
  readonly parts?: readonly BundlePart[]
}

/**
 * The writes that return sold units to stock, a bundle's to the components that its sale
 * took. Products that were deleted or became bundles since then get nothing. They fail with
 * a version conflict when that changes meanwhile.
 */
export async function prepareStockReturn(
  returned: readonly ReturnedUnits[],
): Promise<Write[]> {
  const units = [...unitsByProduct(returned)]
  const products = await readMany(units.map(([id]) => productKey(id)))
  return units
    .filter(([, quantity], at) => hasRoom(products[at] as ProductRecord, quantity))
    .map(([id, quantity]) => updateStock(id, quantity, versionConflict))
}

/** Whether there is such a product, and its stock stays a safe integer. */
const hasRoom = (product: ProductRecord | undefined, quantity: number): boolean =>
  product !== undefined &&
  !isBundle(product) &&
  product.quantity <= Number.MAX_SAFE_INTEGER - quantity

function unitsByProduct(returned: readonly ReturnedUnits[]): Map<string, number> {
  const units = new Map<string, number>()
  const add = (id: string, quantity: number) =>
    units.set(id, (units.get(id) ?? 0) + quantity)
  for (const { productId, quantity, parts } of returned) {
    if (quantity === 0) continue
    if (!parts) add(productId, quantity)
    for (const part of parts ?? []) add(part.productId, part.quantity * quantity)
  }
  return units
}
