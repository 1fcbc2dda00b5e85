import { checkModifiersUnchanged } from '../../catalog/modifier-groups.ts'
import {
  checkUntracked,
  maxProducts,
  type ProductRecord,
  productKey,
  updateStock,
} from '../../catalog/products.ts'
import { Failure } from '../../failure.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import { VersionConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import { conditionCheck, type Write } from '../../platform/dynamodb/write.ts'
import { type CartLine, isBundle, type Take } from './cart-lines.ts'
import type { SaleInputs } from './sale-inputs.ts'

/** What a sale takes from stock. */
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
 * What a cart takes from stock. Only the transaction decides whether it is there. Throws
 * `checkoutInsufficientStock`, `checkoutTooManyProducts`, and ProductChanged where bundles
 * differ about whether the units of a component are counted.
 */
export function stockNeeds(
  lines: readonly CartLine[],
  tenders: number,
  { products, modifiers }: Pick<SaleInputs, 'products' | 'modifiers'>,
) {
  /** By product, what is sold of its variants by themselves and as part of bundles. */
  const needs = new Map<string, UnitNeeds[]>()
  /** Products whose units are not counted. */
  const untracked = new Set<string>()
  /** The bundles as they were read; none has a stock of its own. */
  const bundles = new Map<string, ProductRecord>()
  for (const [at, { productId, quantity, takes }] of lines.entries()) {
    const product = products.get(productId)
    if (product && isBundle(product)) bundles.set(productId, product)
    for (const take of takes) {
      if (take.isTracked) addNeeds(needs, take, quantity, at)
      else untracked.add(take.productId)
    }
  }
  if ([...untracked].some((id) => needs.has(id))) throw new ProductChanged()
  const stocked = lines.some((line) => line.hasStockedModifiers) ? [modifiers] : []
  const records = needs.size + untracked.size + bundles.size + stocked.length
  refuseTooMany(records, tenders)
  for (const { quantity, inStock = quantity, takers } of [...needs.values()].flat()) {
    if (quantity > inStock || !Number.isSafeInteger(quantity)) throw tooLittle(takers)
  }
  return { needs, untracked, bundles: [...bundles.values()], stocked }
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

/** The writes that take the stock. They fail when there is no longer enough. */
export const updateStockOf = ({
  needs,
  untracked,
  bundles,
  stocked,
}: StockNeeds): Write[] => [
  ...bundles.map(checkBundle),
  ...stocked.map((modifiers) =>
    checkModifiersUnchanged(modifiers?.version, () => new ProductChanged()),
  ),
  ...[...needs].map(([id, units]) =>
    updateStock(
      id,
      units.map(({ unitsIn, quantity }) => ({ unitsIn, quantity: -quantity })),
      (current) => stockFailure(current, units),
    ),
  ),
  ...[...untracked].map((id) => checkUntracked(id, productChanged)),
]

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
  if (!product || isBundle(product) || product.trackStock === false)
    return productChanged(product)
  if (needs.some(({ unitsIn }) => product[unitsIn] === undefined))
    return new ProductChanged()
  const lacking = needs.filter(
    ({ unitsIn, quantity }) => Number(product[unitsIn]) < quantity,
  )
  return tooLittle(lacking.flatMap(({ takers }) => takers))
}

/** A bundle that changed after it was read is read again. */
const checkBundle = ({ id, version }: ProductRecord): Write =>
  conditionCheck(
    productKey(id),
    { when: '#version = :version', values: { version } },
    productChanged,
  )

const productChanged = (current: Item | undefined): Error =>
  current ? new ProductChanged() : new Failure('checkoutProductNotFound')

/** What a sale takes from stock may have changed since its products were read. */
export class ProductChanged extends VersionConflict {}
