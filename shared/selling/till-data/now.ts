import { allProducts, type ProductRecord } from '../../catalog/products.ts'
import { variantsOf } from '../../catalog/variants.ts'
import { allTables } from '../restaurant/tables.ts'
import { findOpenShift } from '../shifts/shift-records.ts'
import { currentVersion } from './version.ts'

/**
 * Returns the data that changes with every sale, and the version of the rest. The stock
 * costs a read of all products.
 */
export async function readNow(withStock: boolean, nowMs: number) {
  const [version, shift, tables, stock] = await Promise.all([
    currentVersion(),
    findOpenShift(),
    allTables(),
    withStock ? readStock(nowMs) : {},
  ])
  return { version, shift, tables, ...stock }
}

async function readStock(nowMs: number) {
  const units = (await allProducts()).flatMap((product) => [...unitsIn(product)])
  return { stock: Object.fromEntries(units), asOf: new Date(nowMs).toISOString() }
}

/** The units of a product's variants, by their ids; none where nobody counts them. */
export const unitsIn = (product: ProductRecord): ReadonlyMap<string, number> =>
  new Map(
    product.components || product.trackStock === false
      ? []
      : variantsOf(product).map(({ id, quantity }) => [id, quantity]),
  )
