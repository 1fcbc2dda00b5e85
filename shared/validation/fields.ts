import * as z from 'zod'
import { fitsCents, toCents } from '../money/decimal.ts'

/** The largest text of a field in characters; longer ones cannot be stored. */
const maxTextLength = 50_000

/** Text that can be stored: well-formed Unicode of bounded length. */
export const text = z
  .string()
  .max(maxTextLength, 'is too long')
  .refine((value) => value.isWellFormed(), 'is not well-formed text')

/** Text with something other than white space in it. */
export const nonBlank = text.refine((value) => value.trim() !== '', 'must not be blank')

/** Text that may be left out, null or blank, all of which mean null. */
export const optionalText = text
  .nullish()
  .transform((value) => (value === null || value?.trim() === '' ? null : value))

/** Text of which blank means the same as leaving it out: clients send a kept PIN so. */
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
  .refine(fitsCents, 'is too large')
  .transform(toCents)

/** A decimal amount of at least 0 as integer cents. */
export const priceCents = decimalCents.refine((cents) => cents >= 0, 'must be at least 0')

/** A decimal kept with its digits; the table holds no larger and no smaller numbers. */
export const decimal = z
  .number()
  .min(-Number.MAX_SAFE_INTEGER)
  .max(Number.MAX_SAFE_INTEGER)
  .refine((value) => value === 0 || Math.abs(value) >= 1e-100, 'is too small')

/** An exchange rate or fiat value, kept as sent. */
export const rate = decimal

/** An id from a client. A text that is no UUID names no record. */
export const id = z
  .string()
  .max(200)
  .refine((value) => value.isWellFormed(), 'is not well-formed text')
