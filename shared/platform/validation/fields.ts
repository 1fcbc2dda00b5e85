import * as z from 'zod'
import { fitsCents, toCents } from '../money/decimal.ts'

/** In characters. A record with several longer texts could not be stored. */
export const maxTextLength = 50_000

/** Text that can be stored: well-formed Unicode of bounded length. */
export const text = z
  .string()
  .max(maxTextLength, 'is too long')
  .refine((value) => value.isWellFormed(), 'is not well-formed text')

/** Text with something other than white space in it. */
export const nonBlank = text.refine((value) => value.trim() !== '', 'must not be blank')

/** Optional text. Blank means null; what is left out stays undefined. */
export const optionalText = text
  .nullish()
  .transform((value) => (value === null || value?.trim() === '' ? null : value))

/** A field that may be left out or null: then it is `value`. */
export const orElse = <S extends z.ZodType, V>(schema: S, value: V) =>
  schema.nullish().transform((given) => given ?? value)

/** Blank text means undefined: clients send a blank PIN to keep the current one. */
export const unlessBlank = text.transform((value) =>
  value.trim() === '' ? undefined : value,
)

/** A whole number that a double holds exactly. */
export const integer = z.int()

/** Integer cents, satoshis, counts: a whole number from 0. */
export const natural = z.int().min(0)

/** A decimal amount from the wire as integer cents, rounded half up. */
export const decimalCents = z
  .number()
  .describe('In major units, such as 2.5')
  .refine(fitsCents, 'is too large')
  .transform(toCents)

/** A decimal amount of at least 0 as integer cents. */
export const priceCents = decimalCents.refine((cents) => cents >= 0, 'must be at least 0')

/** A decimal that is stored as sent. DynamoDB stores no larger and no smaller numbers. */
export const decimal = z
  .number()
  .min(-Number.MAX_SAFE_INTEGER)
  .max(Number.MAX_SAFE_INTEGER)
  .refine((value) => value === 0 || Math.abs(value) >= 1e-100, 'is too small')

/** An exchange rate, stored as sent. */
export const rate = decimal.nullish().describe('Price of a bitcoin; kept as sent')

/** Worth of the satoshis in the currency of a rate, stored as sent. */
export const fiatAmount = decimal
  .nullish()
  .describe('What the satoshis are worth in `exchangeRateCurrency`; kept as sent')

/** The currency of an exchange rate. */
export const rateCurrency = optionalText.describe('Acronym of its currency')

/** An amount as clients get it. */
export const majorUnits = z
  .number()
  .describe('In major units, at most two decimals, such as 2.5')

/** A whole number of cents as clients get it. */
export const cents = z.int().describe('In cents')

/** A time as clients get it. */
export const isoTime = z
  .string()
  .meta({ format: 'date-time', description: 'ISO 8601 in UTC' })

/** An id from a client. It need not be a UUID: any other text is not found. */
export const id = z
  .string()
  .max(200)
  .refine((value) => value.isWellFormed(), 'is not well-formed text')

/** An id as clients get it, and what it is the id of. */
export const recordId = (what = 'the record, a UUID') =>
  z.string().describe(`Id of ${what}`)

/** An id from a client, and what it is the id of. */
export const idOf = (what: string) => id.describe(`Id of ${what}`)

/** True if an unread value is an object with fields. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text that clients get, or null. */
export const nullableText = z.string().nullable()
