import {
  collectionKey,
  type Item,
  type Key,
  softDeletedKey,
  uniqueGuard,
} from '../dynamodb/keys.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import {
  conditionCheck,
  deleteIfPresent,
  deleteItem,
  insert,
  put,
  update,
  type Write,
} from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { decrementCategoryUses, incrementCategoryUses } from './categories.ts'

/** What a client says of a product; in an update, what is undefined stays as it is. */
export type ProductInput = {
  readonly SKU?: string | null | undefined
  readonly name: string
  readonly description?: string | null | undefined
  readonly imageUrl?: string | null | undefined
  readonly costCents: number
  readonly categoryIds?: readonly string[] | undefined
  readonly quantity: number
  readonly minStockThreshold: number
  readonly maxStockThreshold: number
  readonly priceCents: number
}

/** A product of the store with its stock on hand. */
export type Product = Item &
  ProductInput & {
    readonly id: string
    readonly SKU: string | null
    readonly categoryIds: readonly string[]
    /** Counts edits; sales change the stock without it. */
    readonly version: number
  }

/** A signed change of a product's stock. */
export type StockDelta = { readonly productId: string; readonly quantity: number }

/** What one transaction has room for beside its other records. */
export const maxProducts = 90

/** So many can all give way to as many others in one transaction of 100 actions. */
const maxCategories = 40

export const productKey = (id: string): Key => collectionKey('PRODUCT', id)

const skuKey = (sku: string): Key => uniqueGuard('SKU', sku)
const insertSku = (sku: string) => insert(skuKey(sku), () => new Failure('alreadyExists'))

/** A live product. */
export const findProduct = (id: string) => read<Product>(productKey(id))

/** Every live product. */
export const allProducts = (page?: Page) => readAll<Product>({ pk: 'PRODUCT' }, page)

/**
 * Creates a product. Throws `alreadyExists` for its SKU, `invalid` for an unknown category,
 * `tooManyCategories`.
 */
export async function createProduct(input: ProductInput) {
  const id = newId()
  const categoryIds = distinct(input.categoryIds ?? [])
  const product: Product = {
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
    ],
    { id },
  )
  return { id }
}

/** Changes a product. Throws `notFound`, and what creation throws. */
export const changeProduct = (id: string, input: ProductInput) =>
  retryOnConflict(async () => {
    const held = await findProduct(id)
    if (!held) throw new Failure('notFound')
    const { SKU = held.SKU, ...rest } = input
    const categoryIds = distinct(input.categoryIds ?? held.categoryIds)
    await transact(
      [
        update(
          held,
          {
            set: { ...rest, SKU, categoryIds },
            add: { version: 1 },
            when: '#version = :seen',
            values: { seen: held.version },
          },
          () => new VersionConflict(),
        ),
        ...(SKU === held.SKU
          ? []
          : [
              ...(held.SKU === null ? [] : [deleteIfPresent(skuKey(held.SKU))]),
              ...(SKU === null ? [] : [insertSku(SKU)]),
            ]),
        ...without(categoryIds, held.categoryIds).map((each) =>
          incrementCategoryUses('product', each),
        ),
        ...without(held.categoryIds, categoryIds).map((each) =>
          decrementCategoryUses('product', each),
        ),
      ],
      noResponse,
    )
  })

/** Deletes a product and frees its SKU; an unknown one is gone already. */
export const softDeleteProduct = (id: string) =>
  retryOnConflict(async () => {
    const held = await findProduct(id)
    if (!held) return
    await transact(
      [
        deleteItem(
          held,
          { when: '#version = :seen', values: { seen: held.version } },
          () => new VersionConflict(),
        ),
        put({ ...held, ...softDeletedKey('PRODUCT', id) }),
        ...(held.SKU === null ? [] : [deleteIfPresent(skuKey(held.SKU))]),
        ...held.categoryIds.map((categoryId) =>
          decrementCategoryUses('product', categoryId),
        ),
      ],
      noResponse,
    )
  })

/** Adjusts stock, all rows or none. Throws `insufficientStock`, `nothingProvided`. */
export async function adjustStock(deltas: readonly StockDelta[]): Promise<void> {
  if (deltas.length === 0) throw new Failure('nothingProvided')
  const sums = sumByProduct(deltas)
  const moved = deltas.reduce((units, { quantity }) => units + Math.abs(quantity), 0)
  // Beyond safe integers the sums would not be exact
  if (sums.size > maxProducts || !Number.isSafeInteger(moved)) {
    throw new Failure('insufficientStock')
  }
  const refusal = () => new Failure('insufficientStock')
  // Nothing is answered but that it is done; null keeps that with the deed.
  await transact(
    [...sums].map(([id, quantity]) => updateStock(id, quantity, refusal)),
    null,
  )
}

/** Adds a signed quantity to a live product's stock, which stays within 0 and 2^53. */
export function updateStock(id: string, quantity: number, refusal: () => Error): Write {
  const key = productKey(id)
  if (quantity === 0) return conditionCheck(key, {}, refusal)
  const bound = quantity < 0 ? '#quantity >= :bound' : '#quantity <= :bound'
  const limit = quantity < 0 ? -quantity : Number.MAX_SAFE_INTEGER - quantity
  return update(
    key,
    { add: { quantity }, when: bound, values: { bound: limit } },
    refusal,
  )
}

/** The quantities of each product, added up: a transaction touches a record once. */
export function sumByProduct(rows: readonly StockDelta[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { productId, quantity } of rows) {
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
