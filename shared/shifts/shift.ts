import * as z from 'zod'
import {
  decimalCents,
  idOf,
  majorUnits,
  priceCents,
  recordId,
  text,
} from '../validation/fields.ts'

/** A shift on the wire; open while `endTime` is null. Amounts are decimals. */
export const Shift = z
  .object({
    id: recordId(),
    userId: recordId('the user whose shift it is'),
    shiftDate: z.string().describe('As it was sent'),
    startTime: z.string().describe('As it was sent'),
    endTime: z.string().nullable().describe('Unix ms as text, or as it was sent'),
    notes: z.string().describe('Free text for people; may be blank'),
    initialAmount: majorUnits,
    finalAmount: majorUnits.nullable().describe('Counted at the end, in major units'),
    difference: majorUnits
      .nullable()
      .describe('In major units; negative when money is missing'),
  })
  .meta({ id: 'Shift', description: 'A shift, open while `endTime` is null' })

/** What a client sends for a shift; an update leaves what is undefined as it is. */
export const ShiftInput = z
  .object({
    userId: idOf('the user whose shift it is'),
    shiftDate: text.describe('Unix ms as text, such as 1795248000000; kept as sent'),
    startTime: text.describe('Unix ms as text, such as 1795248000000; kept as sent'),
    endTime: text
      .nullish()
      .describe('Unix ms as text, such as 1795248000000; kept as sent'),
    notes: text.describe('Free text for people; may be blank'),
    initialAmount: priceCents.optional(),
  })
  .transform(({ initialAmount: initialAmountCents, ...shift }) => ({
    ...shift,
    initialAmountCents,
  }))
  .meta({
    id: 'ShiftInput',
    description: 'In an update, amounts and endTime that are left out keep their values',
  })
export type ShiftInput = Readonly<z.output<typeof ShiftInput>>

/** What was counted when the shift ended; `difference` is negative when money is missing. */
export const ClosingAmounts = z
  .object({
    finalAmount: priceCents
      .nullish()
      .describe('Counted cash in major units, such as 345.5'),
    difference: decimalCents
      .nullish()
      .describe('finalAmount less what was expected, in major units'),
  })
  .transform(({ finalAmount: finalAmountCents, difference: differenceCents }) => ({
    finalAmountCents,
    differenceCents,
  }))
  .meta({ id: 'ClosingAmounts', description: 'What was counted when a shift ended' })
export type ClosingAmounts = Readonly<z.output<typeof ClosingAmounts>>
