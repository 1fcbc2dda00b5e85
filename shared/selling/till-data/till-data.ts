import * as z from 'zod'
import { CategoryType } from '../../catalog/category.ts'
import { Dish } from '../../catalog/dish.ts'
import { ModifierGroup } from '../../catalog/modifier-group.ts'
import { BundleComponent, Product } from '../../catalog/product.ts'
import { Tax } from '../../catalog/tax.ts'
import { ProductVariant } from '../../catalog/variant.ts'
import { Printer } from '../../paper/printing/printer-configuration.ts'
import { NamedUser } from '../../people/staff/user.ts'
import { PaymentMethod } from '../../platform/money/payment-methods.ts'
import { isoTime, recordId } from '../../platform/validation/fields.ts'
import { Space, Table } from '../restaurant/table.ts'
import { Shift } from '../shifts/shift.ts'
import { BaseCurrency, ShownBusiness } from '../shop-config/business.ts'

const product = Product.shape
const variant = ProductVariant.shape

const text = (description: string) =>
  z.string().optional().describe(`${description}; left out for none`)
const ids = (description: string) =>
  z.array(z.string()).optional().describe(`${description}; left out for none`)

/** A product as tills keep it: thousands of them fit a device, so empty fields are left out. */
export const TillProduct = z
  .object({
    id: product.id,
    name: product.name,
    SKU: text('Stock-keeping unit, such as TEA-1'),
    description: text('Free text for people'),
    imageUrl: text('Address of a picture'),
    categoryIds: ids('Ids of its categories'),
    minStockThreshold: z.int().optional().describe('Left out for 0'),
    maxStockThreshold: z.int().optional().describe('Left out for 0, no maximum'),
    priceCents: product.priceCents,
    maxPriceCents: z.int().optional().describe('Left out where it is priceCents'),
    taxId: text('Id of a tax'),
    bundleComponents: z
      .array(BundleComponent)
      .optional()
      .describe('Of a bundle; its stock and trackStock follow from theirs'),
    modifierGroupIds: ids('Ids of its modifier groups, in the order in which tills ask'),
    trackStock: z.literal(false).optional().describe('Left out where units are counted'),
    stockPolicy: z
      .literal('afterwards')
      .optional()
      .describe('Left out for exact, and for a bundle: it follows from its components'),
    isAvailable: z.literal(false).optional().describe('Left out where it is sold now'),
    barcodes: ids("The default variant's codes"),
    hasVariants: z.literal(true).optional().describe('Left out for false'),
    options: product.options.optional(),
    variants: z
      .array(
        z.object({
          id: variant.id,
          SKU: text('Stock-keeping unit'),
          barcodes: ids('Codes to scan'),
          priceCents: variant.priceCents,
          imageUrl: text('Address of a picture'),
          isActive: z.literal(false).optional().describe('Left out where it is sold'),
          optionValueIds: variant.optionValueIds,
        }),
      )
      .optional()
      .describe('Oldest first; left out unless hasVariants'),
  })
  .meta({
    id: 'TillProduct',
    description: 'A product as tills keep it, without stock and costs',
  })
export type TillProduct = z.output<typeof TillProduct>

const TillCategory = z
  .object({
    id: recordId(),
    name: z.string().describe('Unique among those of its type, such as Tea'),
    type: CategoryType,
  })
  .meta({ id: 'TillCategory', description: 'A category of products or dishes' })

const version = z
  .string()
  .describe('Names what it holds; compare for equality, and send it as `since`')

/** Lists of which changes name single rows. */
const long = {
  products: z.array(TillProduct).describe('Of the store, oldest first'),
  categories: z.array(TillCategory).describe('Of products and dishes'),
  dishes: z.array(Dish).describe('The menu, oldest first'),
}

/** Parts that change as a whole. */
const whole = {
  taxes: z.array(Tax).describe('All taxes'),
  modifiers: z.array(ModifierGroup).describe('All modifier groups'),
  currency: BaseCurrency,
  config: ShownBusiness,
  users: z.array(NamedUser).describe('All users by name and role'),
  printers: z.array(Printer).describe('All printer configurations'),
  spaces: z.array(Space).describe('All spaces of a restaurant'),
}

export type LongPart = keyof typeof long
export type WholePart = keyof typeof whole

export const longParts = Object.keys(long) as readonly LongPart[]
export const wholeParts = Object.keys(whole) as readonly WholePart[]

export const TillData = z
  .object({
    version,
    ...long,
    ...whole,
    methods: z.array(PaymentMethod).describe('All methods'),
  })
  .meta({
    id: 'TillData',
    description: 'All that a till needs to sell, but for stock, shift and tables',
  })
export type TillData = z.output<typeof TillData>

export const TillDataChanges = z
  .object({
    version,
    since: z.string().describe('The version that these changes lead on from'),
    changed: z
      .object({ ...z.object(long).partial().shape, ...z.object(whole).partial().shape })
      .describe(
        'Rows that are new or other; of the short lists and the config, all of it',
      ),
    gone: z
      .object({
        products: ids('Ids of products'),
        categories: ids('Ids of categories'),
        dishes: ids('Ids of dishes'),
      })
      .describe('Ids of rows that are gone'),
  })
  .meta({ id: 'TillDataChanges', description: 'What has changed since a version' })
export type TillDataChanges = z.output<typeof TillDataChanges>

export const TillDataQuery = z.object({
  version: z.string().optional().describe('Answers 304 while it is the current one'),
  since: z
    .string()
    .optional()
    .describe(
      'Answers 304 while it is current, else the changes since: up to 1,000, otherwise everything',
    ),
})

export const TillDataNow = z
  .object({
    version,
    shift: Shift.pick({ id: true, userId: true, startTime: true })
      .nullable()
      .describe('The open one'),
    tables: z.array(Table).describe('All tables of a restaurant'),
    stock: z
      .record(z.string(), z.int())
      .optional()
      .describe('With `stock=true`: units of what is counted, by the ids of variants'),
    asOf: isoTime.optional().describe('With `stock`: when it was read'),
  })
  .meta({ id: 'TillDataNow', description: 'What changes with every sale' })

export const TillDataNowQuery = z.object({
  stock: z.enum(['true', 'false']).optional().describe('Whether to add the stock'),
})
