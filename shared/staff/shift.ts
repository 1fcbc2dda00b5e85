import * as z from 'zod'
import { decimalCents, id, text } from '../validation/fields.ts'

/** A shift on the wire; open while `endTime` is null. Amounts are decimals. */
export const Shift = z.object({
  id: z.string(),
  userId: z.string(),
  shiftDate: z.string(),
  startTime: z.string(),
  endTime: z.string().nullable(),
  notes: z.string(),
  initialAmount: z.number(),
  finalAmount: z.number().nullable(),
  difference: z.number().nullable(),
})

/** What a client sends for a shift; an update leaves what is undefined as it is. */
export const ShiftInput = z
  .object({
    userId: id,
    shiftDate: text,
    startTime: text,
    endTime: text.nullish(),
    notes: text,
    initialAmount: decimalCents.optional(),
  })
  .transform(({ initialAmount: initialAmountCents, ...shift }) => ({
    ...shift,
    initialAmountCents,
  }))
export type ShiftInput = Readonly<z.output<typeof ShiftInput>>

/** What was counted when the shift ended; `difference` is negative when money is missing. */
export const ClosingAmounts = z
  .object({ finalAmount: decimalCents.nullish(), difference: decimalCents.nullish() })
  .transform(({ finalAmount: finalAmountCents, difference: differenceCents }) => ({
    finalAmountCents,
    differenceCents,
  }))
export type ClosingAmounts = Readonly<z.output<typeof ClosingAmounts>>
