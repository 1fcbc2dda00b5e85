import { type ProductRecord, readProducts, updateStock } from '../../catalog/products.ts'
import { insertUnitsOwed } from '../../catalog/units-owed.ts'
import { variantsOf } from '../../catalog/variants.ts'
import { versionConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import type { Write } from '../../platform/dynamodb/write.ts'
import type { BundlePart } from '../sales/sale-snapshot.ts'
import { isBundle } from './cart-lines.ts'

/** Units of a line, with the stock that each of them took. */
type ReturnedUnits = {
  readonly productId: string
  readonly variantId?: string | undefined
  readonly quantity: number
  readonly parts?: readonly BundlePart[]
}

/**
 * The writes that return sold units to stock, each to where its sale took it. Products and
 * variants that were deleted, became bundles or are no longer counted since then get
 * nothing. They fail with a version conflict when that changes in between. Units that were taken
 * after their sale return after this transaction.
 */
export async function prepareStockReturn(
  returned: readonly ReturnedUnits[],
  nowMs: number,
): Promise<Write[]> {
  const units = unitsOf(returned)
  const exact = units.filter(({ stockPolicy }) => !stockPolicy)
  const owed = units.filter(({ stockPolicy }) => stockPolicy === 'afterwards')
  const byProduct = Map.groupBy(exact, ({ productId }) => productId)
  const products = await readProducts(byProduct.keys())
  const updates = [...byProduct].flatMap(([productId, units], at) => {
    const changes = changesOf(products[at], units)
    return changes.length > 0 ? [updateStock(productId, changes, versionConflict)] : []
  })
  return [...updates, ...insertUnitsOwed(owed, nowMs)]
}

/** The units that each variant gets back; those whose stock would not be exact get none. */
function changesOf(product: ProductRecord | undefined, units: readonly BundlePart[]) {
  if (!product || isBundle(product) || product.trackStock === false) return []
  return variantsOf(product)
    .map(({ id, unitsIn, quantity: inStock }) => ({
      unitsIn,
      inStock,
      quantity: units
        .filter(({ variantId = product.id }) => variantId === id)
        .reduce((sum, { quantity }) => sum + quantity, 0),
    }))
    .filter(
      ({ quantity, inStock }) =>
        quantity > 0 && inStock <= Number.MAX_SAFE_INTEGER - quantity,
    )
}

/** Returns the stock that the units of lines took. */
const unitsOf = (returned: readonly ReturnedUnits[]): BundlePart[] =>
  returned
    .filter(({ quantity }) => quantity > 0)
    .flatMap(({ productId, variantId, quantity, parts }) =>
      parts
        ? parts.map((part) => ({ ...part, quantity: part.quantity * quantity }))
        : [{ productId, variantId, quantity }],
    )
