import {
  collectionKey,
  type Item,
  type Key,
  softDeletedKey,
  uniqueGuard,
} from '../dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
} from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import {
  conditionCheck,
  deleteIfPresent,
  insert,
  type OnConditionFailed,
  put,
  update,
  type Write,
} from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { decrementCategoryUses, incrementCategoryUses } from './categories.ts'
import type { Product, ProductInput, StockDelta } from './product.ts'
import { updateTaxUses } from './taxes.ts'

/** What one unit of a bundle takes of a component's stock. */
export type BundleComponent = { readonly componentId: string; readonly quantity: number }

/** A stored product with its stock on hand; its SKU, if any, is unique. */
export type ProductRecord = Item &
  ProductInput &
  Pick<Product, 'id' | 'SKU' | 'categoryIds'> & {
    /** What a bundle consists of; absent or empty for a product that is no bundle. */
    readonly components?: readonly BundleComponent[]
    /** Counts changes of the product; changes of its stock do not count. */
    readonly version: number
  }

/** How many products one sale or stock adjustment may name: each takes one action of 100. */
export const maxProducts = 90

/** Replacing all of them takes two actions each; a transaction takes 100 actions. */
const maxCategories = 40

export const productKey = (id: string): Key => collectionKey('PRODUCT', id)

const skuKey = (sku: string): Key => uniqueGuard('SKU', sku)
const insertSku = (sku: string) => insert(skuKey(sku), () => new Failure('alreadyExists'))

/** A product that is not deleted. */
export const findProduct = (id: string) => read<ProductRecord>(productKey(id))

/** All products that are not deleted. */
export const allProducts = (page?: Page) =>
  readAll<ProductRecord>({ pk: 'PRODUCT' }, page)

/**
 * Creates a product. Throws `alreadyExists` for its SKU, `invalid` for an unknown category
 * or tax, `tooManyCategories`.
 */
export async function createProduct(input: ProductInput) {
  const id = newId()
  const categoryIds = distinct(input.categoryIds ?? [])
  const product: ProductRecord = {
    ...productKey(id),
    ...input,
    id,
    SKU: input.SKU ?? null,
    categoryIds,
    version: 1,
  }
  await transact(
    [
      insert(product),
      ...(product.SKU === null ? [] : [insertSku(product.SKU)]),
      ...categoryIds.map((categoryId) => incrementCategoryUses('product', categoryId)),
      ...updateTaxUses(null, input.taxId),
    ],
    { id },
  )
  return { id }
}

/** Changes a product. Throws `notFound`, and what `createProduct` throws. */
export const changeProduct = (id: string, input: ProductInput) =>
  retryOnConflict(async () => {
    const current = await findProduct(id)
    if (!current) throw new Failure('notFound')
    const { SKU = current.SKU, ...rest } = input
    const categoryIds = distinct(input.categoryIds ?? current.categoryIds)
    await transact(
      [
        updateUnchanged(current, ['version'], {
          set: { ...rest, SKU, categoryIds },
          add: { version: 1 },
        }),
        ...(SKU === current.SKU
          ? []
          : [
              ...(current.SKU === null ? [] : [deleteIfPresent(skuKey(current.SKU))]),
              ...(SKU === null ? [] : [insertSku(SKU)]),
            ]),
        ...without(categoryIds, current.categoryIds).map((each) =>
          incrementCategoryUses('product', each),
        ),
        ...without(current.categoryIds, categoryIds).map((each) =>
          decrementCategoryUses('product', each),
        ),
        ...(input.taxId === undefined ? [] : updateTaxUses(current.taxId, input.taxId)),
      ],
      noResponse,
    )
  })

/** Soft-deletes a product and frees its SKU. An unknown product counts as deleted. */
export const softDeleteProduct = (id: string) =>
  retryOnConflict(async () => {
    const current = await findProduct(id)
    if (!current) return
    await transact(
      [
        deleteUnchanged(current, ['version']),
        put({ ...current, ...softDeletedKey('PRODUCT', id) }),
        ...(current.SKU === null ? [] : [deleteIfPresent(skuKey(current.SKU))]),
        ...current.categoryIds.map((categoryId) =>
          decrementCategoryUses('product', categoryId),
        ),
        ...updateTaxUses(current.taxId, null),
      ],
      noResponse,
    )
  })

/**
 * Adjusts stock by signed quantities, all or none. Throws `insufficientStock`, also for an
 * unknown product, and `nothingProvided`.
 */
export async function adjustStock(deltas: readonly StockDelta[]): Promise<void> {
  if (deltas.length === 0) throw new Failure('nothingProvided')
  const sums = sumByProduct(deltas)
  const movedUnits = deltas.reduce((sum, { quantity }) => sum + Math.abs(quantity), 0)
  // Beyond safe integers the sums would not be exact
  if (sums.size > maxProducts || !Number.isSafeInteger(movedUnits)) {
    throw new Failure('insufficientStock')
  }
  const insufficientStock = () => new Failure('insufficientStock')
  // The handler returns nothing; null stores that with an Idempotency-Key
  await transact(
    [...sums].map(([id, quantity]) => updateStock(id, quantity, insufficientStock)),
    null,
  )
}

/**
 * Changes a product's stock by a signed quantity: a sale decrements stock, a cancellation
 * increments it. Fails with `onConditionFailed` if the product does not exist or its stock
 * would leave the range from 0 to 2^53 - 1.
 */
export function updateStock(
  id: string,
  quantity: number,
  onConditionFailed: OnConditionFailed,
): Write {
  const key = productKey(id)
  if (quantity === 0) return conditionCheck(key, {}, onConditionFailed)
  const when = quantity < 0 ? '#quantity >= :bound' : '#quantity <= :bound'
  const bound = quantity < 0 ? -quantity : Number.MAX_SAFE_INTEGER - quantity
  return update(key, { add: { quantity }, when, values: { bound } }, onConditionFailed)
}

/** Sums the quantities of each product: a transaction may change a record once. */
export function sumByProduct(deltas: readonly StockDelta[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { productId, quantity } of deltas) {
    sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  }
  return sums
}

function distinct(categoryIds: readonly string[]): string[] {
  const ids = [...new Set(categoryIds)]
  if (ids.length > maxCategories) throw new Failure('tooManyCategories')
  return ids
}

const without = (some: readonly string[], others: readonly string[]) =>
  some.filter((each) => !others.includes(each))
