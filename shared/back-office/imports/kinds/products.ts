import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { gtinOf } from '../../../catalog/article-number.ts'
import { codesOf, takeCodes, taken } from '../../../catalog/codes.ts'
import { ProductChange, ProductInput } from '../../../catalog/product.ts'
import {
  prepareNewProduct,
  prepareProductChange,
} from '../../../catalog/product-changes.ts'
import {
  allProducts,
  findProduct,
  type ProductRecord,
} from '../../../catalog/products.ts'
import { hasVariants, ownVariantOf, variantsOf } from '../../../catalog/variants.ts'
import { newId } from '../../../ids.ts'
import { fromCents } from '../../../platform/money/decimal.ts'
import { pictureToStore } from '../../../platform/uploads/picture-url.ts'
import { priceCents } from '../../../platform/validation/fields.ts'
import { parse } from '../../../platform/validation/parse.ts'
import { Known } from '../known.ts'
import { categoryNames, onlyOne, priceCheck, taxNames } from '../names.ts'
import type { ImportContext, Importer, Plan } from '../planner.ts'
import { wrong } from '../wrong-cell.ts'

const columns = {
  SKU: 'text',
  name: 'text',
  description: 'text',
  price: 'number',
  cost: 'number',
  quantity: 'number',
  minStockThreshold: 'number',
  maxStockThreshold: 'number',
  categories: 'list',
  tax: 'text',
  barcodes: 'list',
  imageUrl: 'text',
  trackStock: 'flag',
  stockPolicy: 'text',
  isAvailable: 'flag',
} as const

type Cells = { readonly [Column in keyof typeof columns]?: unknown }

/** Products of the store, by their SKU, or by their name where a row has none. */
export const products: Importer = {
  columns,
  columnOf: { categoryIds: 'categories', taxId: 'tax' },
  load: async (context) => {
    const [all, categories, taxes, checkPrice] = await Promise.all([
      allProducts(),
      categoryNames('product', context),
      taxNames(),
      priceCheck(),
    ])
    const known = new Known(all, keysOf, findProduct)
    const categoryIds = async (names: readonly string[]) => {
      const ids: string[] = []
      for (const name of names) ids.push(await categories.idOf(name, 'categories'))
      return ids
    }
    const cellsOf = (current: ProductRecord, { imageUrl }: Cells): Cells => ({
      ...current,
      price: fromCents(current.priceCents),
      cost: fromCents(current.costCents),
      quantity: ownVariantOf(current)?.quantity,
      categories: current.categoryIds.map(categories.nameOf),
      tax: taxes.nameOf(current.taxId),
      imageUrl:
        storedPicture(imageUrl, context) === current.imageUrl
          ? imageUrl
          : current.imageUrl,
      trackStock: current.trackStock !== false,
      stockPolicy: current.stockPolicy ?? 'exact',
      isAvailable: current.isAvailable !== false,
    })
    return {
      namesOf: async (cells: Cells) => {
        const { SKU, name, barcodes } = cells
        const found = await known.find(keyOf(cells))
        const own = [
          ...found.map(({ id }) => `id ${id}`),
          ...(SKU ? [codeKey(SKU)] : []),
          ...(Array.isArray(barcodes) ? barcodes.flatMap(barcodeKeys) : []),
        ]
        const byName = name === undefined ? [] : [nameKey(name)]
        return SKU
          ? { column: 'SKU', names: own, also: byName }
          : { column: 'name', names: [...own, ...byName] }
      },
      plan: async (cells: Cells) => {
        checkPrice('price', cells.price)
        checkPrice('cost', cells.cost)
        refuseExponents(cells)
        const key = keyOf(cells)
        const found = await known.find(key)
        const fault = `${found.length} products have this name: give the SKU`
        const current = onlyOne(found, fault)
        await refuseTakenCodes(known, cells, current)
        const input = inputOf(cells, taxes.idOf(cells.tax), context)
        return current
          ? planChange(current, input, {
              key,
              known,
              categoryIds,
              context,
              before: () => cellsOf(current, cells),
            })
          : planNew(input, { key, known, categoryIds })
      },
      forget: (cells: Cells) => known.forget(keyOf(cells)),
    }
  },
}

const codeKey = (code: unknown) => `code ${String(code)}`
const nameKey = (name: unknown) => `name ${String(name)}`

const keyOf = ({ SKU, name }: Cells) => (SKU ? codeKey(SKU) : nameKey(name))

/** A barcode is also its article number, however that is spelled. */
const barcodeKeys = (barcode: unknown) => {
  const gtin = gtinOf(String(barcode))
  return [codeKey(barcode), ...(gtin === undefined ? [] : [`number ${gtin}`])]
}

const keysOf = (product: ProductRecord) => [
  nameKey(product.name),
  ...variantsOf(product).flatMap((variant) => [
    ...codesOf(variant).map(codeKey),
    ...variant.barcodes.flatMap(barcodeKeys),
  ]),
]

/** Refuses long codes that a spreadsheet has rounded: 4.00638E+12 is any of a million codes. */
function refuseExponents({ SKU, barcodes }: Cells): void {
  const lost = 'is a number in exponent form: its digits are lost'
  if (/^\d+([.,]\d+)?e[+-]\d+$/i.test(String(SKU)))
    throw wrong('SKU', lost, 'digits_lost')
  for (const code of Array.isArray(barcodes) ? barcodes : []) {
    if (/^\d+([.,]\d+)?e[+-]?\d+$/i.test(String(code)))
      throw wrong('barcodes', lost, 'digits_lost')
  }
}

async function refuseTakenCodes(
  known: Known<ProductRecord>,
  { SKU, barcodes }: Cells,
  current: ProductRecord | undefined,
): Promise<void> {
  const own = new Set(current?.barcodes?.flatMap(barcodeKeys))
  const keys = [
    ...(SKU ? [['SKU', SKU, codeKey(SKU)] as const] : []),
    ...(Array.isArray(barcodes) ? barcodes : []).flatMap((code) =>
      barcodeKeys(code)
        .filter((key) => !own.has(key))
        .map((key) => ['barcodes', code, key] as const),
    ),
  ]
  for (const [field, code, key] of keys) {
    const other = (await known.find(key)).find(({ id }) => id !== current?.id)
    if (other) throw taken(String(code), other, field)
  }
}

const Prices = z.object({ price: priceCents.optional(), cost: priceCents.optional() })

/** Parses a row with the API's fields; absent ones stay absent. */
function inputOf(
  { price, cost, categories, tax: _tax, imageUrl, ...cells }: Cells,
  taxId: string | null | undefined,
  context: ImportContext,
) {
  const cents = parse(Prices, { price, cost })
  const given = {
    ...cells,
    priceCents: cents.price,
    costCents: cents.cost,
    categoryIds: categories,
    taxId,
    imageUrl: storedPicture(imageUrl, context),
  }
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
}

const storedPicture = (imageUrl: unknown, { ownUrls }: ImportContext) =>
  typeof imageUrl === 'string' ? pictureToStore(imageUrl, ownUrls) : imageUrl

type Input = ReturnType<typeof inputOf>

type Planning = {
  /** The code or name of the row. */
  readonly key: string
  readonly known: Known<ProductRecord>
  readonly categoryIds: (names: readonly string[]) => Promise<string[]>
  readonly context: ImportContext
  /** The cells of the product as it is. */
  readonly before: () => Cells
}

async function planNew(
  given: Input,
  { key, known, categoryIds }: Omit<Planning, 'context' | 'before'>,
): Promise<Plan> {
  if (given.priceCents === undefined) throw wrong('price', 'is missing')
  const input = parse(ProductInput, { quantity: 0, ...given })
  const named = { ...input, categoryIds: await categoryIds(input.categoryIds ?? []) }
  const { product, codes, writes } = await prepareNewProduct(newId(), named)
  return {
    ...known.added(key, product, writes),
    run: (work) => takeCodes(codes, work),
  }
}

async function planChange(
  current: ProductRecord,
  given: Input,
  { key, known, categoryIds, context, before }: Planning,
): Promise<Plan | undefined> {
  if (hasVariants(current)) {
    const fault = 'a product with variants is changed by itself'
    throw wrong('name', fault, 'has_variants')
  }
  const { name, priceCents: price } = current
  const parsed = parse(ProductChange, { name, priceCents: price, ...given })
  const change = parsed.categoryIds
    ? { ...parsed, categoryIds: await categoryIds(parsed.categoryIds) }
    : parsed
  if (!differs(current, change)) return undefined
  const keepsUnits = change.quantity === undefined
  const { writes, codes, refreshHints } = await prepareProductChange(
    current,
    change,
    context.by.userId,
    keepsUnits,
  )
  return {
    ...known.changed(key, writes, before()),
    run: (work) => takeCodes(codes, work),
    follow: refreshHints,
  }
}

/** True if a change gives a field another value than the product has. */
function differs(current: ProductRecord, change: ProductChange): boolean {
  const { quantity } = ownVariantOf(current) ?? {}
  const { minStockThreshold, maxStockThreshold } = current
  const values: Readonly<Record<string, unknown>> = {
    SKU: current.SKU,
    name: current.name,
    description: current.description ?? null,
    imageUrl: current.imageUrl ?? null,
    costCents: current.costCents,
    priceCents: current.priceCents,
    categoryIds: current.categoryIds,
    taxId: current.taxId ?? null,
    barcodes: current.barcodes ?? [],
    isAvailable: current.isAvailable !== false,
    // A bundle has no stock of its own
    ...(!current.components && {
      quantity,
      minStockThreshold,
      maxStockThreshold,
      trackStock: current.trackStock !== false,
      stockPolicy: current.stockPolicy ?? 'exact',
    }),
  }
  return Object.entries(values).some(([field, value]) => {
    const given = change[field as keyof ProductChange]
    return given !== undefined && !isDeepStrictEqual(given, value)
  })
}
