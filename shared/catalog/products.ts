import { collectionKey, type Key } from '../platform/dynamodb/keys.ts'
import { versionConflict } from '../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../platform/dynamodb/page.ts'
import { read, readAll, readMany } from '../platform/dynamodb/read.ts'
import {
  conditionCheck,
  type OnConditionFailed,
  update,
  type Write,
} from '../platform/dynamodb/write.ts'
import type { BundleComponent, Product, ProductInput } from './product.ts'
import type { StoredVariant, WithVariants } from './variants.ts'

/** A component as its bundle keeps it: a sale takes its units without reading it. */
export type StoredComponent = BundleComponent &
  StockHints & {
    /**
     * Attribute of its variant's units; absent for the default variant, which has no
     * `variantId` here.
     */
    readonly unitsIn?: string
  }

/**
 * Stock settings of a product's record. Records that name the product keep a copy as a
 * hint; a sale whose condition fails reads the current settings.
 */
export type StockHints = {
  /** Only ever false: its units are not counted. Absent when they are. */
  readonly trackStock?: false
  /** Only ever `afterwards`. Absent when sales take its units themselves. */
  readonly stockPolicy?: 'afterwards'
}

/** A product's hints, for what names it. */
export const stockHints = ({ trackStock, stockPolicy }: StockHints = {}): StockHints => ({
  ...(trackStock === false && { trackStock }),
  ...(stockPolicy && { stockPolicy }),
})

export const withoutStockHints = <Hinted extends StockHints>({
  trackStock: _trackStock,
  stockPolicy: _stockPolicy,
  ...rest
}: Hinted): Omit<Hinted, keyof StockHints> => rest

/** A stored product with its stock on hand; its SKU, if any, is unique. */
export type ProductRecord = WithVariants &
  StockHints &
  Omit<ProductInput, InputOnly> &
  Pick<Product, 'id' | 'SKU' | 'categoryIds' | 'priceCents'> & {
    /** Units of the default variant; absent once it is deleted. */
    readonly quantity?: number
    /** Components of a bundle; absent for a product that is not a bundle. */
    readonly components?: readonly StoredComponent[]
    /**
     * Number of bundle components that name the product; absent before the first. Components
     * that name a variant other than the default count in `bundleCountOf` as well.
     */
    readonly bundleCount?: number
    /** Number of unit counters that were made for variants besides the default one. */
    readonly lastUnits?: number
    /** False while it is not sold; absent while it is. */
    readonly isAvailable?: false
    /** Ids in the order in which tills ask; absent for none. */
    readonly modifierGroupIds?: readonly string[] | undefined
    /** Only ever true: its default variant waits for a price, inactive. */
    readonly isUnpriced?: true
    /** Counts changes of the product; changes of its stock do not count. */
    readonly version: number
  }

/** Fields of requests that the record does not have, or not as they are sent. */
type InputOnly =
  | 'isBundle'
  | 'bundleComponents'
  | 'quantity'
  | 'barcodes'
  | 'trackStock'
  | 'stockPolicy'
  | 'isAvailable'
  | 'hasVariants'
  | 'priceCents'

/** Most products in one sale or stock adjustment: each takes one of 100 actions. */
export const maxProducts = 90

export const productKey = (id: string): Key => collectionKey('PRODUCT', id)

export const findProduct = (id: string) => read<ProductRecord>(productKey(id))

/** Products by their ids; undefined where there is none. */
export const readProducts = (ids: Iterable<string>) =>
  readMany<ProductRecord[]>([...ids].map(productKey))

export const allProducts = (page?: Page) =>
  readAll<ProductRecord>({ pk: 'PRODUCT' }, page)

/**
 * True if a product's units may be below 0: they are counted afterwards, or are below 0
 * already.
 */
export const mayBeBelowZero = ({ stockPolicy }: StockHints, quantity = 0): boolean =>
  stockPolicy === 'afterwards' || quantity < 0

/** Units of one variant that are added or, negative, taken. */
export type UnitChange = Pick<StoredVariant, 'unitsIn'> & { readonly quantity: number }

/**
 * Changes the stock of a product's variants by signed quantities, each variant once: a sale
 * decrements stock, a cancellation increments it. Fails with `onConditionFailed` if the
 * product or a variant does not exist, is a bundle or not tracked, or a variant's units
 * would leave the range from 0 to 2^53 - 1.
 */
export function updateStock(
  id: string,
  changes: readonly UnitChange[],
  onConditionFailed: OnConditionFailed,
): Write {
  const key = productKey(id)
  const moved = changes.filter(({ quantity }) => quantity !== 0)
  if (moved.length === 0)
    return conditionCheck(key, { when: hasStock }, onConditionFailed)
  const bounds = moved.map(({ unitsIn, quantity }) => ({
    when: `#${unitsIn} ${quantity < 0 ? '>=' : '<='} :bound_${unitsIn}`,
    value: [
      `bound_${unitsIn}`,
      quantity < 0 ? -quantity : Number.MAX_SAFE_INTEGER - quantity,
    ],
  }))
  return update(
    key,
    {
      add: Object.fromEntries(moved.map(({ unitsIn, quantity }) => [unitsIn, quantity])),
      when: [...bounds.map(({ when }) => when), hasStock].join(' AND '),
      values: Object.fromEntries(bounds.map(({ value }) => value)),
    },
    onConditionFailed,
  )
}

/**
 * Changes the stock of a product's variants by the units that its sales owe, each variant
 * once; units may go below 0. Fails with VersionConflict if the product or a variant does
 * not exist, is a bundle or not tracked, or has units beyond `most`.
 */
export const updateOwedStock = (
  id: string,
  changes: readonly UnitChange[],
  most: number,
): Write =>
  update(
    productKey(id),
    {
      add: Object.fromEntries(
        changes.map(({ unitsIn, quantity }) => [unitsIn, quantity]),
      ),
      when: [
        ...changes.map(({ unitsIn }) => `#${unitsIn} BETWEEN :least AND :most`),
        hasStock,
      ].join(' AND '),
      values: { least: -most, most },
    },
    versionConflict,
  )

/** A bundle has no stock of its own, and the units of some products are not counted. */
export const hasStock =
  'attribute_not_exists(#components) AND attribute_not_exists(#trackStock)'

/** Commits the transaction only if the product exists and its units are not counted. */
export const checkUntracked = (id: string, onConditionFailed: OnConditionFailed): Write =>
  conditionCheck(
    productKey(id),
    { when: '#trackStock = :untracked', values: { untracked: false } },
    onConditionFailed,
  )

/** Commits the transaction only if the product exists and its units are taken afterwards. */
export const checkAfterwards = (
  id: string,
  onConditionFailed: OnConditionFailed,
): Write =>
  conditionCheck(
    productKey(id),
    {
      when: `#stockPolicy = :afterwards AND ${hasStock}`,
      values: { afterwards: 'afterwards' },
    },
    onConditionFailed,
  )
