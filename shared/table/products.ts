import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { Page } from '../page.ts'
import { leaveCategory, useCategory } from './categories.ts'
import { commit } from './commit.ts'
import { type Item, inCollection, type Key, retired, uniqueGuard } from './keys.ts'
import { read, readAll } from './read.ts'
import { Stale, untilFresh } from './stale.ts'
import { change, discard, insert, put, remove, require, type Write } from './write.ts'

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
export const mostProducts = 90

/** So many can all give way to as many others in one transaction of 100 actions. */
const mostCategories = 40

export const productKey = (id: string): Key => inCollection('PRODUCT', id)

const skuKey = (sku: string): Key => uniqueGuard('SKU', sku)
const takeSku = (sku: string) => insert(skuKey(sku), () => new Failure('taken'))

/** A live product. */
export const findProduct = (id: string) => read<Product>(productKey(id))

/** Every live product. */
export const allProducts = (page?: Page) => readAll<Product>({ pk: 'PRODUCT' }, page)

/**
 * Creates a product. Throws `taken` for its SKU, `invalid` for an unknown category,
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
  await commit(
    [
      insert(product),
      ...(product.SKU === null ? [] : [takeSku(product.SKU)]),
      ...categoryIds.map((categoryId) => useCategory('product', categoryId)),
    ],
    { id },
  )
  return { id }
}

/** Changes a product. Throws `unknown`, and what creation throws. */
export const updateProduct = (id: string, input: ProductInput) =>
  untilFresh(async () => {
    const held = await findProduct(id)
    if (!held) throw new Failure('unknown')
    const { SKU = held.SKU, ...rest } = input
    const categoryIds = distinct(input.categoryIds ?? held.categoryIds)
    await commit([
      change(
        held,
        {
          set: { ...rest, SKU, categoryIds },
          add: { version: 1 },
          when: '#version = :seen',
          values: { seen: held.version },
        },
        () => new Stale(),
      ),
      ...(SKU === held.SKU
        ? []
        : [
            ...(held.SKU === null ? [] : [discard(skuKey(held.SKU))]),
            ...(SKU === null ? [] : [takeSku(SKU)]),
          ]),
      ...without(categoryIds, held.categoryIds).map((each) =>
        useCategory('product', each),
      ),
      ...without(held.categoryIds, categoryIds).map((each) =>
        leaveCategory('product', each),
      ),
    ])
  })

/** Deletes a product and frees its SKU; an unknown one is gone already. */
export const retireProduct = (id: string) =>
  untilFresh(async () => {
    const held = await findProduct(id)
    if (!held) return
    await commit([
      remove(
        held,
        { when: '#version = :seen', values: { seen: held.version } },
        () => new Stale(),
      ),
      put({ ...held, ...retired('PRODUCT', id) }),
      ...(held.SKU === null ? [] : [discard(skuKey(held.SKU))]),
      ...held.categoryIds.map((categoryId) => leaveCategory('product', categoryId)),
    ])
  })

/** Adjusts stock, all rows or none. Throws `insufficientStock`, `nothingGiven`. */
export async function adjustStock(deltas: readonly StockDelta[]): Promise<void> {
  if (deltas.length === 0) throw new Failure('nothingGiven')
  const sums = sumByProduct(deltas)
  const moved = deltas.reduce((units, { quantity }) => units + Math.abs(quantity), 0)
  // Beyond safe integers the sums would not be exact
  if (sums.size > mostProducts || !Number.isSafeInteger(moved)) {
    throw new Failure('insufficientStock')
  }
  const refusal = () => new Failure('insufficientStock')
  // Nothing is answered but that it is done; null keeps that with the deed.
  await commit(
    [...sums].map(([id, quantity]) => moveStock(id, quantity, refusal)),
    null,
  )
}

/** Adds a signed quantity to a live product's stock, which stays within 0 and 2^53. */
export function moveStock(id: string, quantity: number, refusal: () => Error): Write {
  const key = productKey(id)
  if (quantity === 0) return require(key, {}, refusal)
  const bound = quantity < 0 ? '#quantity >= :bound' : '#quantity <= :bound'
  const limit = quantity < 0 ? -quantity : Number.MAX_SAFE_INTEGER - quantity
  return change(
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
  if (ids.length > mostCategories) throw new Failure('tooManyCategories')
  return ids
}

const without = (some: readonly string[], others: readonly string[]) =>
  some.filter((each) => !others.includes(each))
