import * as z from 'zod'
import {
  cents,
  id,
  idOf,
  integer,
  natural,
  nonBlank,
  nullableText,
  optionalText,
  recordId,
} from '../validation/fields.ts'

/** What one unit of a bundle takes of a component's stock. */
export const BundleComponent = z
  .object({
    componentId: idOf('a product that is not a bundle'),
    quantity: z.int().min(1).describe('Units in one bundle'),
  })
  .meta({ id: 'BundleComponent', description: 'A product in a bundle' })
export type BundleComponent = Readonly<z.output<typeof BundleComponent>>

/** What fields mean, in requests and responses. */
const texts = {
  name: 'Name as tills show it, such as Green tea',
  description: 'Free text for people',
  imageUrl: 'Address of a picture, like the `url` of an upload',
  categoryIds: 'Ids of its categories, 40 at most',
  minStockThreshold: 'With fewer units the product is low on stock',
} as const

/** A product of the store as clients read it. */
export const Product = z
  .object({
    id: recordId(),
    SKU: nullableText.describe('Stock-keeping unit, unique, such as TEA-1'),
    name: z.string().describe(texts.name),
    description: nullableText.describe(texts.description),
    imageUrl: nullableText.describe(texts.imageUrl),
    costCents: cents,
    categoryIds: z.array(z.string()).describe(texts.categoryIds),
    quantity: z.int().describe('Units in stock; of a bundle, what its components allow'),
    minStockThreshold: z.int().describe(texts.minStockThreshold),
    maxStockThreshold: z.int().describe('0 is no maximum'),
    priceCents: cents,
    taxId: nullableText.describe('Null is the default tax'),
    isBundle: z.boolean().describe('Whether it is sold as several other products'),
    bundleComponents: z.array(BundleComponent).describe('Empty unless it is a bundle'),
    bundleCostCents: cents.describe("In cents: its components' costs; 0 without any"),
  })
  .meta({ id: 'Product', description: 'A product of the store' })
export type Product = z.output<typeof Product>

const AllFields = z.object({
  SKU: optionalText
    .describe('Unique, such as TEA-1; blank is none')
    .transform((sku) => sku?.trim() ?? sku),
  name: nonBlank.describe(texts.name),
  description: optionalText.describe(texts.description),
  imageUrl: optionalText.describe(texts.imageUrl),
  costCents: natural.default(0).describe('In cents'),
  categoryIds: z.array(id).optional().describe(texts.categoryIds),
  quantity: natural.describe('Units in stock; ignored for a bundle'),
  minStockThreshold: natural.default(0).describe(texts.minStockThreshold),
  maxStockThreshold: natural.default(0).describe('0 is no maximum'),
  priceCents: natural.describe('In cents'),
  taxId: id.nullish().describe('Null is the default tax, if there is one'),
  isBundle: z.boolean().nullish().describe('False makes an ordinary product of it'),
  bundleComponents: z
    .array(BundleComponent)
    .nullish()
    .describe('1 to 20 ordinary products, each once; ignored unless it is a bundle'),
})

const isInOrder = ({ minStockThreshold: min, maxStockThreshold: max }: Stock) =>
  max === 0 || min <= max

const Fields = AllFields.refine(isInOrder, 'minStockThreshold is above maxStockThreshold')

/** A bundle has no stock of its own: whatever is sent for it counts as 0. */
const withoutStock = (input: unknown) =>
  typeof input === 'object' &&
  input !== null &&
  'isBundle' in input &&
  input.isBundle === true
    ? { ...input, ...noStock }
    : input

/** The stock of a bundle as it is stored; what it shows is computed. */
export const noStock = {
  quantity: 0,
  minStockThreshold: 0,
  maxStockThreshold: 0,
} as const

/** A new product. A maximum of 0 is no maximum. */
export const ProductInput = z.preprocess(withoutStock, Fields).meta({
  id: 'ProductInput',
  description: 'A new product',
  example: { costCents: 120, quantity: 20, minStockThreshold: 5, maxStockThreshold: 50 },
}) as unknown as z.ZodType<z.output<typeof Fields>, z.input<typeof Fields>>
export type ProductInput = z.output<typeof ProductInput>

const StockFields = AllFields.pick({
  quantity: true,
  minStockThreshold: true,
  maxStockThreshold: true,
})
type Stock = z.output<typeof StockFields>

/** No stock has it: `stockOf` refuses it, unless the product is a bundle. */
const wrong = -1

/** Only the stored product says whether it is a bundle, whose stock may be anything. */
const unlessBundle = (field: z.ZodType<number, number>) =>
  (
    z.preprocess(
      (value) => (value === undefined ? value : (field.safeParse(value).data ?? wrong)),
      z.int().meta({ minimum: 0 }).optional(),
    ) as unknown as z.ZodType<number | undefined, number | undefined>
  ).optional()

const ChangedFields = AllFields.extend({
  costCents: natural.optional().describe('In cents'),
  quantity: unlessBundle(natural).describe('Units in stock; ignored for a bundle'),
  minStockThreshold: unlessBundle(natural).describe('Ignored for a bundle'),
  maxStockThreshold: unlessBundle(natural).describe(
    '0 is no maximum; ignored for a bundle',
  ),
})

/** Undefined fields keep their stored values, but for the quantity: see `stockOf`. */
export const ProductChange = z.preprocess(withoutStock, ChangedFields).meta({
  id: 'ProductChange',
  description:
    'Fields that are left out keep their values. Only a bundle may leave its quantity out',
}) as unknown as z.ZodType<z.output<typeof ChangedFields>, z.input<typeof ChangedFields>>
export type ProductChange = z.output<typeof ProductChange>

/**
 * The stock of a changed product, whose thresholds may keep what they were; undefined where
 * the quantity is missing or a field is wrong.
 */
export function stockOf(
  { quantity, minStockThreshold, maxStockThreshold }: ProductChange,
  current: Pick<Stock, 'minStockThreshold' | 'maxStockThreshold'> = noStock,
): Stock | undefined {
  const { data } = StockFields.refine(isInOrder).safeParse({
    quantity,
    minStockThreshold: minStockThreshold ?? current.minStockThreshold,
    maxStockThreshold: maxStockThreshold ?? current.maxStockThreshold,
  })
  return data
}

/** A signed change of a product's stock, in units. */
const StockDelta = z
  .object({
    productId: idOf('the product'),
    quantity: integer.describe('Units; negative takes from stock'),
  })
  .meta({ id: 'StockDelta', description: "A signed change of a product's stock" })
export type StockDelta = Readonly<z.output<typeof StockDelta>>

export const StockAdjustment = z.array(StockDelta)
