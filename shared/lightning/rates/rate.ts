import * as z from 'zod'
import { currencies } from '../../platform/money/currencies.ts'
import { isoTime } from '../../platform/validation/fields.ts'
import type { Quotation } from './sources.ts'

export const Rate = z
  .object({
    currency: z.string().describe('ISO 4217, such as EUR'),
    rate: z.number().describe('Units of the currency for one bitcoin'),
    sources: z
      .array(z.string())
      .describe('Who said so; a single one was not compared with another'),
    asOf: isoTime,
    stale: z.boolean().describe('Whether it is older than 5 minutes'),
  })
  .meta({ id: 'Rate', description: 'The exchange rate of bitcoin in a currency' })
export type Rate = Readonly<z.output<typeof Rate>>

export const RateQuery = z.object({
  currency: z
    .string()
    .optional()
    .describe('ISO 4217; the base currency if it is left out'),
})

/** The rate that the shop gives by hand; then no source is asked. */
export const ManualRate = z
  .object({
    currency: z
      .string()
      .refine((acronym) => currencies.some((each) => each.acronym === acronym))
      .describe('ISO 4217, such as EUR'),
    rate: z
      .number()
      .min(1e-6)
      .max(1e12)
      .describe('Units of the currency for one bitcoin'),
  })
  .meta({ id: 'ManualRate', description: 'An exchange rate that the shop gives by hand' })
export type ManualRate = Readonly<z.output<typeof ManualRate>>

/** Largest difference of two sources without a third to judge them. */
const maxDifference = 0.02

/**
 * Combines the answers of sources: the median of three or more, the mean of two.
 * Otherwise says why there is no rate: no answers, or two that are too far apart.
 */
export function combined(
  answers: readonly Quotation[],
): number | 'rateUnavailable' | 'ratesDiffer' {
  const rates = answers.map(({ rate }) => rate).toSorted((one, other) => one - other)
  const middle = Math.floor(rates.length / 2)
  const [below, above] = [rates[middle - 1], rates[middle]]
  if (above === undefined) return 'rateUnavailable'
  if (rates.length % 2 === 1 || below === undefined) return above
  if (rates.length === 2 && above > below * (1 + maxDifference)) return 'ratesDiffer'
  // Without the digits that a binary fraction adds
  return Number(((below + above) / 2).toPrecision(12))
}
