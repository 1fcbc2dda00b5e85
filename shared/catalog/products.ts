import { collectionKey, type Item, type Key } from '../dynamodb/keys.ts'
import { retryOnConflict, versionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll, readMany } from '../dynamodb/read.ts'
import {
  alsoWhen,
  conditionCheck,
  type OnConditionFailed,
  update,
  type Write,
} from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { insertStockAudit, type StockAdjustment } from './catalog-audit.ts'
import type { BundleComponent, Product, ProductInput, StockDelta } from './product.ts'

/** A stored product with its stock on hand; its SKU, if any, is unique. */
export type ProductRecord = Item &
  Omit<ProductInput, 'isBundle' | 'bundleComponents'> &
  Pick<Product, 'id' | 'SKU' | 'categoryIds'> & {
    /** What a bundle consists of; absent for a product that is not a bundle. */
    readonly components?: readonly BundleComponent[]
    /** How many bundles name the product; absent before the first one did. */
    readonly bundleCount?: number
    /** Counts changes of the product; changes of its stock do not count. */
    readonly version: number
  }

/** How many products one sale or stock adjustment may name: each takes one action of 100. */
export const maxProducts = 90

export const productKey = (id: string): Key => collectionKey('PRODUCT', id)

export const findProduct = (id: string) => read<ProductRecord>(productKey(id))

/** Products by their ids; undefined where there is none. */
export const readProducts = (ids: Iterable<string>) =>
  readMany<ProductRecord[]>([...ids].map(productKey))

export const allProducts = (page?: Page) =>
  readAll<ProductRecord>({ pk: 'PRODUCT' }, page)

/**
 * Adjusts stock by signed quantities, all or none. Throws `insufficientStock`, also for an
 * unknown product and for a bundle, and `nothingProvided`.
 */
export async function adjustStock(deltas: readonly StockDelta[]): Promise<void> {
  if (deltas.length === 0) throw new Failure('nothingProvided')
  const sums = sumByProduct(deltas)
  const movedUnits = deltas.reduce((sum, { quantity }) => sum + Math.abs(quantity), 0)
  // Beyond safe integers the sums would not be exact
  if (sums.size > maxProducts || !Number.isSafeInteger(movedUnits)) {
    throw new Failure('insufficientStock')
  }
  await retryOnConflict(async () => {
    const products = await readProducts(sums.keys())
    const adjustments = [...sums].map(([productId, quantity], at) => {
      const product = products[at]
      const { name = '', quantity: before = 0 } = product ?? {}
      const after = before + quantity
      if (!product || after < 0 || !Number.isSafeInteger(after)) {
        throw new Failure('insufficientStock')
      }
      return { productId, quantity, name, before, after }
    })
    await transactAndRespond(
      [...adjustments.map(updateAdjusted), insertStockAudit(adjustments)],
      undefined,
    )
  })
}

/** The audit trail names the stock before: a sale that came between is a version conflict. */
function updateAdjusted({ productId, quantity, before }: StockAdjustment): Write {
  const write = updateStock(productId, quantity, (stored) =>
    stored && stored.quantity !== before
      ? versionConflict()
      : new Failure('insufficientStock'),
  )
  const values = { stockBefore: before }
  return alsoWhen(write, { when: '#quantity = :stockBefore', values })
}

/**
 * Changes a product's stock by a signed quantity: a sale decrements stock, a cancellation
 * increments it. Fails with `onConditionFailed` if the product does not exist, is a bundle,
 * or its stock would leave the range from 0 to 2^53 - 1.
 */
export function updateStock(
  id: string,
  quantity: number,
  onConditionFailed: OnConditionFailed,
): Write {
  const key = productKey(id)
  if (quantity === 0) return conditionCheck(key, { when: noBundle }, onConditionFailed)
  const when = `${quantity < 0 ? '#quantity >= :bound' : '#quantity <= :bound'} AND ${noBundle}`
  const bound = quantity < 0 ? -quantity : Number.MAX_SAFE_INTEGER - quantity
  return update(key, { add: { quantity }, when, values: { bound } }, onConditionFailed)
}

/** A bundle has no stock of its own. */
const noBundle = 'attribute_not_exists(#components)'

/** Sums the quantities of each product: a transaction may change a record once. */
function sumByProduct(deltas: readonly StockDelta[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { productId, quantity } of deltas) {
    sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  }
  return sums
}
