import * as z from 'zod'
import { nonBlank, orElse, text } from '../../platform/validation/fields.ts'

const maxLength = 200

/** Paper shows it on one line. */
const oneLine = (value: string) => !/\p{Cc}/u.test(value)

const withoutBreaks = 'must not have control characters'

const field = text.max(maxLength).refine(oneLine, withoutBreaks)

/** Blank is as if it was left out. */
const given = (value: string | null | undefined) => value?.trim() || undefined

/** Buyer of a sale, by name, as an invoice must show it. */
export const Buyer = z
  .object({
    name: nonBlank
      .max(maxLength)
      .refine(oneLine, withoutBreaks)
      .describe('Of a person or a business, such as Acme SL'),
    taxId: field.nullish().transform(given).describe('Its tax number'),
    address: text
      .max(maxLength)
      .refine((value) => oneLine(value.replace(/\r?\n/g, ' ')), withoutBreaks)
      .nullish()
      .transform(given)
      .describe('Its address, which may have several lines'),
    email: field.nullish().transform(given).describe('Its e-mail address'),
  })
  .transform(({ name, taxId, address, email }) => ({
    name: name.trim(),
    ...(taxId && { taxId }),
    ...(address && { address }),
    ...(email && { email }),
  }))
  .meta({ id: 'BuyerInput', description: 'Who a sale is for; 200 characters a text' })
export type Buyer = Readonly<z.output<typeof Buyer>>

/** The buyer that a sale may name. */
export const buyerOfSale = orElse(Buyer, undefined).describe(
  'Who it is for, by name: printed and kept with the sale',
)

/** Body of PUT /orders/{id}/buyer. */
export const BuyerChange = Buyer.nullable().meta({
  id: 'BuyerChange',
  description: 'Who a sale is for; null takes the buyer off the sale',
})

/** The buyer as clients read it. */
export const ShownBuyer = z
  .object({
    name: z.string().describe('Of a person or a business, such as Acme SL'),
    taxId: z.string().optional().describe('Its tax number'),
    address: z.string().optional().describe('Its address'),
    email: z.string().optional().describe('Its e-mail address'),
  })
  .meta({ id: 'Buyer', description: 'Who a sale is for' })
