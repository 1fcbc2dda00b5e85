import * as z from 'zod'
import {
  cents,
  id,
  integer,
  natural,
  nonBlank,
  optionalText,
} from '../validation/fields.ts'

/** A product of the store as clients read it. */
export const Product = z
  .object({
    id: z.string(),
    SKU: z.string().nullable(),
    name: z.string(),
    description: z.string().nullable(),
    imageUrl: z.string().nullable(),
    costCents: cents,
    categoryIds: z.array(z.string()),
    quantity: z.int().describe('Units in stock'),
    minStockThreshold: z.int(),
    maxStockThreshold: z.int().describe('0 is no maximum'),
    priceCents: cents,
    taxId: z.string().nullable().describe('Null is the default tax'),
  })
  .meta({ id: 'Product', description: 'A product of the store' })
export type Product = z.output<typeof Product>

/** In an update, undefined fields keep their stored values. A maximum of 0 is no maximum. */
export const ProductInput = z
  .object({
    SKU: optionalText
      .describe('Unique; blank is none')
      .transform((sku) => sku?.trim() ?? sku),
    name: nonBlank,
    description: optionalText,
    imageUrl: optionalText,
    costCents: natural.describe('In cents'),
    categoryIds: z.array(id).optional(),
    quantity: natural.describe('Units in stock'),
    minStockThreshold: natural,
    maxStockThreshold: natural.describe('0 is no maximum'),
    priceCents: natural.describe('In cents'),
    taxId: id.nullish().describe('Null is the default tax, if there is one'),
    isBundle: z
      .literal(false, 'bundlesUnsupported')
      .nullish()
      .transform(() => undefined),
  })
  .refine(
    ({ minStockThreshold: min, maxStockThreshold: max }) => max === 0 || min <= max,
    'minStockThreshold is above maxStockThreshold',
  )
  .meta({
    id: 'ProductInput',
    description: 'In an update, fields that are left out keep their values',
  })
export type ProductInput = z.output<typeof ProductInput>

/** A signed change of a product's stock, in units. */
const StockDelta = z
  .object({
    productId: id,
    quantity: integer.describe('Units; negative takes from stock'),
  })
  .meta({ id: 'StockDelta', description: "A signed change of a product's stock" })
export type StockDelta = Readonly<z.output<typeof StockDelta>>

export const StockAdjustment = z.array(StockDelta)
