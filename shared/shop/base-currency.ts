import * as z from 'zod'
import { Currency } from '../money/currencies.ts'
import { nonBlank } from '../validation/fields.ts'

/** The currency in which the shop counts, on the wire. Existing clients read `currencyId`. */
export const BaseCurrency = Currency.extend({
  currencyId: z.string().describe('The same as `id`'),
}).meta({ id: 'BaseCurrency', description: 'The currency in which the shop counts' })

export const BaseCurrencyInput = z
  .object({ acronym: nonBlank.describe('ISO 4217 or BTC, such as USD') })
  .meta({ id: 'BaseCurrencyInput' })
