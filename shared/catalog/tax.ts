import * as z from 'zod'
import { isDay } from '../platform/time/day.ts'
import { nonBlank, recordId } from '../platform/validation/fields.ts'

/** Order lines, receipts and reports repeat the name. In characters. */
const maxNameLength = 200

/** A tax of the shop (VAT, sales tax) as clients read it. `taxesOf` computes it. */
export const Tax = z
  .object({
    id: recordId(),
    name: z.string().describe('Name of the tax, such as VAT'),
    ratePercent: z.number().describe('0 to 100, such as 16; at most three decimals'),
    isDefault: z
      .boolean()
      .describe('Whether it is the tax of goods without one of their own'),
    nextRate: z
      .object({
        ratePercent: z.number().describe('0 to 100, such as 21'),
        fromDay: z.string().describe('First day of the shop, such as 2027-01-01'),
      })
      .optional()
      .describe('The rate that it changes to by itself; absent while none is planned'),
  })
  .meta({ id: 'Tax', description: 'A tax of the shop' })

/** Control characters, and those of no width: with them two names would look the same. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

const name = nonBlank
  .max(maxNameLength, 'is too long')
  .transform((text) => text.trim())
  .refine((text) => !invisible.test(text), 'has characters that cannot be seen')
  .describe('Unique, such as VAT; blanks around it are cut off')

/** A rate in thousandths of a percent. More digits than three are refused, not rounded. */
const ratePercent = z
  .number()
  .min(0)
  .max(100)
  .refine(
    (rate) => /^\d+(\.\d{1,3})?$/.test(String(rate)),
    'has more than three fraction digits',
  )
  .transform((rate) => Math.round(rate * 1_000))
  .describe('0 to 100, such as 16; at most three decimals')

export const TaxInput = z
  .object({
    name,
    ratePercent,
    isDefault: z.boolean().default(false).describe('Displaces the default there is'),
  })
  .transform(({ ratePercent: rateThousandths, ...rest }) => ({
    ...rest,
    rateThousandths,
  }))
  .meta({ id: 'TaxInput' })
export type TaxInput = Readonly<z.output<typeof TaxInput>>

const NextRateInput = z
  .object({
    ratePercent,
    fromDay: z
      .string()
      .refine(isDay, 'is not a day, such as 2027-01-01')
      .describe('First day of the shop with it, after today: `YYYY-MM-DD`'),
  })
  .transform(({ ratePercent: rateThousandths, fromDay }) => ({
    rateThousandths,
    fromDay,
  }))

export const TaxPatch = z
  .object({
    name: name.optional(),
    ratePercent: ratePercent.optional(),
    isDefault: z.boolean().optional().describe('Displaces the default there is'),
    nextRate: NextRateInput.nullish().describe(
      'Plans another rate from a day on, in place of the one planned; null for none',
    ),
  })
  .transform(({ ratePercent: rateThousandths, ...rest }) => ({
    ...rest,
    rateThousandths,
  }))
  .meta({
    id: 'TaxPatch',
    description: 'Fields that are left out keep their values',
    example: { ratePercent: 21 },
  })
export type TaxPatch = Readonly<z.output<typeof TaxPatch>>
