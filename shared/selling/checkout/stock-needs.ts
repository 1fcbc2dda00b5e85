import {
  checkAfterwards,
  checkUntracked,
  maxProducts,
  type ProductRecord,
  updateStock,
} from '../../catalog/products.ts'
import { insertUnitsOwed, type OwedUnits } from '../../catalog/units-owed.ts'
import { Failure } from '../../failure.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import { VersionConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import type { Write } from '../../platform/dynamodb/write.ts'
import { type CartLine, isBundle, type Take } from './cart-lines.ts'
import type { SaleInputs } from './sale-inputs.ts'

/** Stock that a sale takes. */
type StockNeeds = ReturnType<typeof stockNeeds>

/** Room for the other tenders in a transaction of 100 actions. */
const maxProductsOfTenders = 80

/** Units that a sale takes of one variant. */
type UnitNeeds = {
  readonly unitsIn: string
  quantity: number
  /** Units in stock when they were read; undefined where they were not. */
  readonly inStock: number | undefined
  /** The indexes of the items that take them. */
  readonly takers: number[]
}

/**
 * Returns the stock that a cart takes. Only the transaction decides whether it is there.
 * Other inputs of a sale were read and are not locked, so that sales do not wait for each
 * other. Throws `checkoutInsufficientStock`, `checkoutTooManyProducts`, and
 * ProductChanged if bundles differ on whether a component's units are counted.
 */
export function stockNeeds(
  lines: readonly CartLine[],
  tenders: number,
  { products }: Pick<SaleInputs, 'products'>,
) {
  /** Units that are sold, by product: of its variants by themselves and as part of bundles. */
  const needs = new Map<string, UnitNeeds[]>()
  /** Products whose units are not counted. */
  const untracked = new Set<string>()
  /** The bundles, which have no stock of their own. */
  const bundles = new Set<string>()
  const owed: OwedUnits[] = []
  for (const [at, { productId, quantity, takes }] of lines.entries()) {
    const product = products.get(productId)
    if (product && isBundle(product)) bundles.add(productId)
    for (const take of takes) {
      if (take.counted === 'exact') addNeeds(needs, take, quantity, at)
      else if (take.counted === 'afterwards') owed.push(owedUnits(take, quantity, at))
      else untracked.add(take.productId)
    }
  }
  if ([...untracked].some((id) => needs.has(id))) throw new ProductChanged()
  const afterwards = new Set(owed.map(({ productId }) => productId))
  // Only the naming record says so, and may be older than the product
  const isUnread = (id: string) => !products.has(id)
  const unread = {
    untracked: [...untracked].filter(isUnread),
    afterwards: [...afterwards].filter(isUnread),
  }
  const counted = new Set([...needs.keys(), ...afterwards]).size
  // Beside their checks there is the record of the owed units
  const record = unread.afterwards.length > 0 ? 1 : 0
  refuseTooMany(counted + untracked.size + bundles.size + record, tenders)
  for (const { quantity, inStock = quantity, takers } of [...needs.values()].flat()) {
    if (quantity > inStock || !Number.isSafeInteger(quantity)) throw tooLittle(takers)
  }
  return { needs, owed, unread }
}

/** Units that are taken after the sale, as many as there may be. */
function owedUnits(
  { productId, variantId, quantity: each }: Take,
  units: number,
  at: number,
): OwedUnits {
  const quantity = -each * units
  if (Number.isSafeInteger(quantity)) return { productId, variantId, quantity }
  throw new Failure('checkoutInvalidQuantity', { field: `items[${at}].quantity` })
}

function addNeeds(
  needs: Map<string, UnitNeeds[]>,
  { productId, unitsIn, inStock, quantity: each }: Take,
  units: number,
  taker: number,
): void {
  const ofProduct = needs.get(productId) ?? []
  needs.set(productId, ofProduct)
  const known = ofProduct.find((need) => need.unitsIn === unitsIn)
  if (known) {
    known.quantity += each * units
    known.takers.push(taker)
  } else ofProduct.push({ unitsIn, inStock, quantity: each * units, takers: [taker] })
}

/** Throws `checkoutTooManyProducts` for more products than a transaction has room for. */
export function refuseTooMany(products: number, tenders: number): void {
  const limit = tenders > 1 ? maxProductsOfTenders : maxProducts
  if (products > limit)
    throw new Failure('checkoutTooManyProducts', { limit: String(limit) })
}

/**
 * Builds the writes that take the stock, or owe the units that are taken afterwards. They
 * fail when there is no longer enough.
 */
export const updateStockOf = (
  { needs, owed, unread }: StockNeeds,
  nowMs: number,
): Write[] => [
  ...insertUnitsOwed(owed, nowMs),
  ...[...needs].map(([id, units]) =>
    updateStock(
      id,
      units.map(({ unitsIn, quantity }) => ({ unitsIn, quantity: -quantity })),
      (current) => stockFailure(current, units),
    ),
  ),
  ...unread.untracked.map((id) => checkUntracked(id, unreadFailure)),
  ...unread.afterwards.map((id) => checkAfterwards(id, unreadFailure)),
]

const unreadFailure = (current: Item | undefined): Error =>
  current ? new ProductChanged() : new Failure('checkoutProductNotFound')

/** Not enough stock; names the item if only one uses the product. */
function tooLittle(takers: readonly number[]): Failure {
  const [at, ...others] = new Set(takers)
  return new Failure(
    'checkoutInsufficientStock',
    at === undefined || others.length > 0 ? {} : { field: `items[${at}].quantity` },
  )
}

/** A product with too few units, or one whose units are no longer counted where they were. */
function stockFailure(current: Item | undefined, needs: readonly UnitNeeds[]): Error {
  const product = current as ProductRecord | undefined
  if (!product) return new Failure('checkoutProductNotFound')
  if (isBundle(product) || product.trackStock === false || product.stockPolicy)
    return new ProductChanged()
  if (needs.some(({ unitsIn }) => product[unitsIn] === undefined))
    return new ProductChanged()
  const lacking = needs.filter(
    ({ unitsIn, quantity }) => Number(product[unitsIn]) < quantity,
  )
  return tooLittle(lacking.flatMap(({ takers }) => takers))
}

/**
 * Products of a sale, and so the stock that it takes, may have changed since they were read.
 */
export class ProductChanged extends VersionConflict {}
