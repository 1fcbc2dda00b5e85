import * as z from 'zod'
import {
  cents,
  id,
  idOf,
  integer,
  isObject,
  natural,
  nonBlank,
  nullableText,
  optionalText,
  orElse,
  recordId,
} from '../platform/validation/fields.ts'
import { modifierGroupIds, shownGroupIds } from './modifier-group.ts'
import { barcodes, ProductOption, ProductVariant, sku, variantTexts } from './variant.ts'

export const BundleComponent = z
  .object({
    componentId: idOf('a product that is not a bundle'),
    variantId: idOf('its variant; left out, its only active one').optional(),
    quantity: z.int().min(1).describe('Units in one bundle'),
  })
  .meta({ id: 'BundleComponent', description: 'A product in a bundle' })
export type BundleComponent = Readonly<z.output<typeof BundleComponent>>

/** An id that may be left out or null. */
const orNone = (schema: typeof id) => orElse(schema, undefined).optional()

const BundleComponentInput = BundleComponent.extend({
  variantId: orNone(BundleComponent.shape.variantId.unwrap()),
}).meta({ id: 'BundleComponentInput', description: 'A product in a bundle' })

/**
 * Policies for products whose units are counted: sales check them, or count them afterwards.
 */
export const StockPolicy = z.enum(['exact', 'afterwards'])
export type StockPolicy = z.output<typeof StockPolicy>

/** Descriptions of fields, in requests and responses. */
const texts = {
  name: 'Name as tills show it, such as Green tea',
  description: 'Free text for people',
  imageUrl: variantTexts.imageUrl,
  categoryIds: 'Ids of its categories, 40 at most',
  minStockThreshold: 'With fewer units the product is low on stock',
  trackStock: 'Whether its units are counted; if not, sales do not depend on them',
  stockPolicy:
    'exact: sold only while there are units. afterwards: always for sale; units are taken ' +
    'moments after the sale and may go below 0',
  isAvailable: 'Whether it is sold now',
  hasVariants: 'Whether it has options, more than one variant, or was created for them',
} as const

export const Product = z
  .object({
    id: recordId(),
    SKU: nullableText.describe('Stock-keeping unit, unique, such as TEA-1'),
    name: z.string().describe(texts.name),
    description: nullableText.describe(texts.description),
    imageUrl: nullableText.describe(texts.imageUrl),
    costCents: cents,
    categoryIds: z.array(z.string()).describe(texts.categoryIds),
    quantity: z
      .int()
      .describe(
        'Units in stock, of all active variants; of a bundle, what its components allow',
      ),
    minStockThreshold: z.int().describe(texts.minStockThreshold),
    maxStockThreshold: z.int().describe('0 means no maximum'),
    priceCents: z.int().describe('In cents; the lowest of its active variants'),
    maxPriceCents: z.int().describe('In cents; the highest of its active variants'),
    taxId: nullableText.describe('Null is the default tax'),
    isBundle: z.boolean().describe('Whether it is sold as several other products'),
    bundleComponents: z.array(BundleComponent).describe('Empty unless it is a bundle'),
    modifierGroupIds: shownGroupIds,
    bundleCostCents: cents.describe("In cents: its components' costs; 0 without any"),
    trackStock: z.boolean().describe(texts.trackStock),
    stockPolicy: StockPolicy.describe(
      `${texts.stockPolicy}. Of a bundle, what its components allow`,
    ),
    isAvailable: z.boolean().describe(texts.isAvailable),
    barcodes: z
      .array(z.string())
      .describe(`${variantTexts.barcodes}; the default variant's`),
    hasVariants: z.boolean().describe(texts.hasVariants),
    options: z.array(ProductOption).describe('By their order; empty unless hasVariants'),
    variants: z
      .array(ProductVariant)
      .describe('Oldest first; in lists empty unless hasVariants'),
    version: z.int().describe('Counts its changes; those of its stock do not count'),
  })
  .meta({ id: 'Product', description: 'A product of the store' })
export type Product = z.output<typeof Product>

const fields = {
  SKU: sku,
  barcodes,
  name: nonBlank.describe(texts.name),
  description: optionalText.describe(texts.description),
  imageUrl: optionalText.describe(texts.imageUrl),
  costCents: natural.default(0).describe('In cents'),
  categoryIds: z.array(id).optional().describe(texts.categoryIds),
  quantity: natural.describe('Units in stock; ignored for a bundle'),
  minStockThreshold: natural.default(0).describe(texts.minStockThreshold),
  maxStockThreshold: natural.default(0).describe('0 means no maximum'),
  priceCents: natural.describe('In cents'),
  taxId: id.nullish().describe('Null is the default tax, if there is one'),
  isBundle: z.boolean().nullish().describe('False makes an ordinary product of it'),
  bundleComponents: z
    .array(BundleComponentInput)
    .nullish()
    .describe('1 to 20 ordinary products, each once; ignored unless it is a bundle'),
  modifierGroupIds: modifierGroupIds.optional(),
  trackStock: z.boolean().nullish().describe(texts.trackStock),
  stockPolicy: StockPolicy.nullish().describe(
    `${texts.stockPolicy}. Changed by administrators; ignored for a bundle`,
  ),
  isAvailable: z.boolean().nullish().describe(texts.isAvailable),
}

const { quantity, minStockThreshold, maxStockThreshold } = fields
const Stock = z.object({ quantity, minStockThreshold, maxStockThreshold })
type Stock = z.output<typeof Stock>

const isInOrder = ({ minStockThreshold: min, maxStockThreshold: max }: Stock) =>
  max === 0 || min <= max

/** Stored stock of a bundle; its shown stock is computed. */
export const noStock = {
  quantity: 0,
  minStockThreshold: 0,
  maxStockThreshold: 0,
} as const

/**
 * Replaces the stock of a bundle by 0, as it has none of its own. A product whose
 * variants follow may have none yet.
 */
function withoutStock(input: unknown) {
  if (!isObject(input)) return input
  if (input.isBundle === true) return { ...input, ...noStock }
  return input.hasVariants === true ? { quantity: 0, ...input } : input
}

const isPricedOrHasVariants = ({
  priceCents,
  hasVariants,
  isBundle,
}: {
  readonly priceCents?: number | undefined
  readonly hasVariants?: boolean | null | undefined
  readonly isBundle?: boolean | null | undefined
}) => priceCents !== undefined || (hasVariants === true && isBundle !== true)

/** A new product. A maximum of 0 means no maximum. */
export const ProductInput = z
  .preprocess(
    withoutStock,
    z
      .object({
        ...fields,
        priceCents: natural.optional().describe('In cents'),
        hasVariants: z
          .boolean()
          .nullish()
          .describe('Whether variants follow; price and quantity may then be left out'),
      })
      .refine(isPricedOrHasVariants, { path: ['priceCents'], error: 'is missing' })
      .refine(isInOrder, 'minStockThreshold is above maxStockThreshold'),
  )
  .meta({
    id: 'ProductInput',
    description: 'A new product',
    example: {
      costCents: 120,
      priceCents: 250,
      quantity: 20,
      minStockThreshold: 5,
      maxStockThreshold: 50,
    },
  })
export type ProductInput = z.output<typeof ProductInput>

export const ProductByCode = Product.extend({
  quantity: z
    .int()
    .describe('Units in stock or, if the code says it, how many the package has'),
  priceCents: z
    .int()
    .describe('As in Product or, if the code has it, the price of the package'),
  variantId: recordId(
    "the variant that has the code; the default variant's is its product's",
  ),
  batch: z.string().optional().describe('If the code says it'),
  expiresOn: z.string().optional().describe('YYYY-MM-DD, if the code says it'),
  others: z
    .array(
      z.object({ productId: recordId('a product'), variantId: recordId('its variant') }),
    )
    .optional()
    .describe('Other goods with the article number: ask which one is meant'),
}).meta({ id: 'ProductByCode', description: 'A product, and which variant has a code' })

/** Units as documents show them, still unread. */
const units = (description: string, bounds: { readonly minimum?: number } = {}) =>
  z
    .unknown()
    .optional()
    .meta({ description, type: 'integer', ...bounds })

/**
 * Undefined fields keep their stored values, but for the quantity. The stock is unread: only
 * the stored product says whether it is a bundle or has variants, for which anything may be sent.
 */
export const ProductChange = z
  .object({
    ...fields,
    costCents: natural.optional().describe('In cents'),
    priceCents: natural
      .optional()
      .describe('In cents; may be left out for a product with variants'),
    quantity: units(
      'Units in stock, from 0, or any if they are taken afterwards or were below 0; ignored ' +
        'for a bundle and for variants',
    ),
    keepStock: z
      .boolean()
      .nullish()
      .describe('Whether the stock stays as it is; `quantity` is ignored'),
    ifVersion: z
      .int()
      .optional()
      .describe('The version that was read: the change is refused if it has another one'),
    minStockThreshold: units('Ignored for a bundle', { minimum: 0 }),
    maxStockThreshold: units('0 means no maximum; ignored for a bundle', { minimum: 0 }),
  })
  .meta({
    id: 'ProductChange',
    description:
      'Fields that are left out keep their values. Only a bundle, a product with variants or a ' +
      'change with `keepStock` may leave the quantity out; the price and quantity of variants ' +
      'are their own, so that both may be left out',
  })
export type ProductChange = z.output<typeof ProductChange>

/**
 * The stock of a changed product that is not a bundle; its thresholds may keep what they
 * were. Undefined where the quantity is missing or a field is wrong.
 */
export function stockOf(
  change: ProductChange,
  current: Pick<Stock, 'minStockThreshold' | 'maxStockThreshold'> = noStock,
  mayBeBelowZero = false,
): Stock | undefined {
  const {
    quantity,
    minStockThreshold = current.minStockThreshold,
    maxStockThreshold = current.maxStockThreshold,
  } = change
  const stock = { quantity, minStockThreshold, maxStockThreshold }
  const schema = mayBeBelowZero ? Stock.extend({ quantity: integer }) : Stock
  return schema.refine(isInOrder).safeParse(stock).data
}

const StockDelta = z
  .object({
    productId: idOf('the product'),
    variantId: orNone(idOf('the variant; left out, its only active one')),
    quantity: integer.describe('Units; negative takes from stock'),
    reason: z
      .string()
      .max(200)
      .nullish()
      .describe('Why, as the audit trail has it, such as Broken'),
  })
  .meta({ id: 'StockDelta', description: 'A signed change of stock' })
export type StockDelta = Readonly<z.output<typeof StockDelta>>

export const StockAdjustment = z.array(StockDelta)
