import * as z from 'zod'
import { fitsCents, toCents } from '../money/decimal.ts'
import { halfDown } from '../money/shares.ts'
import { failing } from '../validation/parse.ts'

export const invalidDiscount = failing('checkoutInvalidDiscount')
const invalidTip = failing('checkoutInvalidTip')

/**
 * Absent is none. Above zero is also a part of a cent, of which nothing is left when it is
 * rounded. The name is one that clients of a later revision send.
 */
export const discountAmount = z
  .number(invalidDiscount)
  .min(0, invalidDiscount)
  .describe('Discount on the whole sale, in cents; a fraction is rounded half down')
  .nullish()
  .transform((cents) => ({ cents: halfDown(cents ?? 0), isAboveZero: (cents ?? 0) > 0 }))

/** The same for tips; in cents once it is read. */
export const tipAmount = z
  .number(invalidTip)
  .min(0, invalidTip)
  .refine(fitsCents, invalidTip)
  .describe('Part of the amount, in major units')
  .nullish()
  .transform((amount) => toCents(amount ?? 0))
