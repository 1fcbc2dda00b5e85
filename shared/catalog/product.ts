import * as z from 'zod'
import { id, integer, natural, nonBlank, optionalText } from '../validation/fields.ts'

/** A product of the store as clients read it. */
export const Product = z.object({
  id: z.string(),
  SKU: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  imageUrl: z.string().nullable(),
  costCents: z.int(),
  categoryIds: z.array(z.string()),
  quantity: z.int(),
  minStockThreshold: z.int(),
  maxStockThreshold: z.int(),
  priceCents: z.int(),
})
export type Product = z.output<typeof Product>

/** In an update, undefined fields keep their stored values. A maximum of 0 is no maximum. */
export const ProductInput = z
  .object({
    SKU: optionalText.transform((sku) => sku?.trim() ?? sku),
    name: nonBlank,
    description: optionalText,
    imageUrl: optionalText,
    costCents: natural,
    categoryIds: z.array(id).optional(),
    quantity: natural,
    minStockThreshold: natural,
    maxStockThreshold: natural,
    priceCents: natural,
    isBundle: z
      .literal(false, 'bundlesUnsupported')
      .nullish()
      .transform(() => undefined),
  })
  .refine(
    ({ minStockThreshold: min, maxStockThreshold: max }) => max === 0 || min <= max,
    'minStockThreshold is above maxStockThreshold',
  )
export type ProductInput = z.output<typeof ProductInput>

/** A signed change of a product's stock, in units. */
const StockDelta = z.object({ productId: id, quantity: integer })
export type StockDelta = Readonly<z.output<typeof StockDelta>>

export const StockAdjustment = z.array(StockDelta)
