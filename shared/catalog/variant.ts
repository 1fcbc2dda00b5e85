import * as z from 'zod'
import {
  cents,
  id,
  integer,
  natural,
  nonBlank,
  nullableText,
  optionalText,
  orElse,
  recordId,
} from '../platform/validation/fields.ts'

/** Descriptions of fields, in requests and responses. */
export const variantTexts = {
  barcodes: 'Codes to scan, unique over all SKUs and barcodes',
  imageUrl: 'Address of a picture, like the `url` of an upload',
  isActive: 'Whether it is sold',
  optionValueIds: 'At most one value of each option',
  displayOrder: 'Place among the others, lowest first',
} as const

/** A stock-keeping unit. Blank means none. */
export const sku = optionalText
  .describe('Unique, such as TEA-1; blank is none')
  .transform((text) => text?.trim() ?? text)

/** Codes to scan; one that is repeated counts once. */
export const barcodes = z
  .array(z.string().regex(/^[ -~]{1,64}$/, 'must be 1 to 64 printable ASCII characters'))
  .max(10)
  .nullish()
  .describe(`${variantTexts.barcodes}. Null is as if left out`)
  .transform((codes) => codes && [...new Set(codes)])

export const ProductVariant = z
  .object({
    id: recordId("the variant; the default variant's is its product's"),
    productId: recordId('its product'),
    SKU: nullableText.describe('Stock-keeping unit, unique, such as TEA-1'),
    barcodes: z.array(z.string()).describe(variantTexts.barcodes),
    priceCents: cents,
    costCents: cents,
    quantity: z.int().describe('Units in stock'),
    isActive: z.boolean().describe(variantTexts.isActive),
    imageUrl: nullableText.describe(variantTexts.imageUrl),
    optionValueIds: z.array(z.string()).describe(variantTexts.optionValueIds),
  })
  .meta({
    id: 'ProductVariant',
    description: 'A version of a product that is sold separately, such as a size',
  })

const fields = {
  SKU: sku,
  barcodes,
  imageUrl: optionalText.describe(variantTexts.imageUrl),
}

/** A new variant beside those that its product has. */
export const VariantInput = z
  .object({
    ...fields,
    priceCents: natural.describe('In cents'),
    costCents: orElse(natural, 0).describe('In cents; 0 if left out'),
    quantity: orElse(natural, 0).describe('Units in stock; 0 if left out'),
    isActive: orElse(z.boolean(), true).describe(
      `${variantTexts.isActive}; true if left out`,
    ),
    optionValueIds: orElse(z.array(id), []).describe(variantTexts.optionValueIds),
  })
  .meta({ id: 'VariantInput', description: 'A new variant' })
export type VariantInput = z.output<typeof VariantInput>

export const VariantChange = z
  .object({
    ...fields,
    priceCents: orElse(natural, undefined).describe('In cents'),
    costCents: orElse(natural, undefined).describe('In cents'),
    quantity: orElse(integer, undefined).describe(
      'Units in stock, from 0, or any if they are taken afterwards or were below 0',
    ),
    isActive: orElse(z.boolean(), undefined).describe(variantTexts.isActive),
    optionValueIds: orElse(z.array(id), undefined).describe(variantTexts.optionValueIds),
  })
  .meta({
    id: 'VariantChange',
    description: 'Fields that are left out keep their values',
  })
export type VariantChange = z.output<typeof VariantChange>

const displayOrder = z
  .int()
  .min(-1_000_000)
  .max(1_000_000)
  .describe(variantTexts.displayOrder)

export const ProductOption = z
  .object({
    id: recordId('the option'),
    productId: recordId('its product'),
    name: z.string().describe('Such as Size'),
    displayOrder,
    values: z
      .array(
        z
          .object({
            id: recordId('the value'),
            optionTypeId: recordId('its option'),
            value: z.string().describe('Such as M'),
            displayOrder,
          })
          .meta({ id: 'ProductOptionValue', description: 'What an option may be' }),
      )
      .describe('By their order'),
  })
  .meta({
    id: 'ProductOption',
    description: 'A way in which variants of a product differ',
  })

const place = orElse(integer, undefined).describe(variantTexts.displayOrder)

/** Values without a place have that in the list; an option without one comes last. */
export const OptionInput = z
  .object({
    name: nonBlank.describe('Such as Size'),
    displayOrder: place,
    values: z
      .array(z.object({ value: nonBlank.describe('Such as M'), displayOrder: place }))
      .max(30)
      .describe('Each text once'),
  })
  .refine(
    ({ values }) => new Set(values.map(({ value }) => value)).size === values.length,
    'values must differ',
  )
  .meta({ id: 'OptionInput', description: 'An option with its values' })
export type OptionInput = z.output<typeof OptionInput>
