import {
  maxProducts,
  type ProductRecord,
  productKey,
  readProducts,
  updateStock,
} from '../catalog/products.ts'
import type { Item } from '../dynamodb/keys.ts'
import { VersionConflict, versionConflict } from '../dynamodb/optimistic-lock.ts'
import { conditionCheck, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import type { BundlePart } from '../sales/sale-snapshot.ts'
import type { CheckoutRequest } from './checkout-request.ts'

/** What a sale takes from stock. */
type StockNeeds = ReturnType<typeof stockNeeds>

/** Room for the other tenders in a transaction of 100 actions. */
const maxProductsOfTenders = 80

/**
 * What a cart takes from stock. Only the transaction decides whether it is there. Throws
 * `checkoutProductNotFound`, `checkoutInsufficientStock`, `checkoutTooManyProducts`.
 */
export function stockNeeds(
  { items, tenders }: CheckoutRequest,
  products: ReadonlyMap<string, ProductRecord>,
) {
  /** Units by product: what is sold by itself, and as part of bundles. */
  const units = new Map<string, number>()
  /** The bundles as they were read; none has a stock of its own. */
  const bundles = new Map<string, ProductRecord>()
  /** The indexes of the items that use a product, by product. */
  const takers = new Map<string, number[]>()
  for (const [at, { productId, quantity }] of items.entries()) {
    const take = (id: string, taken: number) => {
      units.set(id, (units.get(id) ?? 0) + taken)
      takers.set(id, [...(takers.get(id) ?? []), at])
    }
    const product = products.get(productId)
    if (!product) {
      throw new Failure('checkoutProductNotFound', { field: `items[${at}].productId` })
    }
    if (!isBundle(product)) take(productId, quantity)
    else bundles.set(productId, product)
    for (const part of product.components ?? []) {
      take(part.componentId, part.quantity * quantity)
    }
  }
  refuseTooMany(units.size + bundles.size, tenders.length)
  for (const [id, quantity] of units) {
    const stock = products.get(id)?.quantity ?? Number.MAX_SAFE_INTEGER
    if (quantity > stock) throw tooLittle(takers.get(id))
  }
  return { units, bundles: [...bundles.values()], takers }
}

/** Throws `checkoutTooManyProducts` for more products than a transaction has room for. */
export function refuseTooMany(products: number, tenders: number): void {
  const limit = tenders > 1 ? maxProductsOfTenders : maxProducts
  if (products > limit)
    throw new Failure('checkoutTooManyProducts', { limit: String(limit) })
}

const isBundle = ({ components = [] }: ProductRecord) => components.length > 0

/** The writes that take the stock. They fail when there is no longer enough. */
export const updateStockOf = ({ units, bundles, takers }: StockNeeds): Write[] => [
  ...bundles.map(checkBundle),
  ...[...units].map(([id, quantity]) =>
    updateStock(id, [{ unitsIn: 'quantity', quantity: -quantity }], (current) =>
      stockFailure(current, takers.get(id)),
    ),
  ),
]

/** Not enough stock; names the item if only one uses the product. */
const tooLittle = ([at, ...others]: readonly number[] = []) =>
  new Failure(
    'checkoutInsufficientStock',
    at === undefined || others.length > 0 ? {} : { field: `items[${at}].quantity` },
  )

function stockFailure(
  current: Item | undefined,
  takers: readonly number[] | undefined,
): Error {
  if (!current) return new Failure('checkoutProductNotFound')
  return isBundle(current as ProductRecord) ? new BundleChanged() : tooLittle(takers)
}

/** A bundle that changed after it was read is read again. */
const checkBundle = ({ id, version }: ProductRecord): Write =>
  conditionCheck(
    productKey(id),
    { when: '#version = :version', values: { version } },
    (current) => (current ? new BundleChanged() : new Failure('checkoutProductNotFound')),
  )

/** The components of a bundle may have changed since it was read. */
export class BundleChanged extends VersionConflict {}

/** Units of a product, or of a bundle with the components that its sale took. */
type ReturnedUnits = {
  readonly productId: string
  readonly quantity: number
  readonly parts?: readonly BundlePart[]
}

/**
 * The writes that return sold units to stock, a bundle's to the components that its sale
 * took. Products that were deleted or became bundles since then get nothing. They fail with
 * a version conflict when that changes in between.
 */
export async function prepareStockReturn(
  returned: readonly ReturnedUnits[],
): Promise<Write[]> {
  const units = [...unitsByProduct(returned)]
  const products = await readProducts(units.map(([id]) => id))
  return units
    .filter(([, quantity], at) => hasRoom(products[at], quantity))
    .map(([id, quantity]) =>
      updateStock(id, [{ unitsIn: 'quantity', quantity }], versionConflict),
    )
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
