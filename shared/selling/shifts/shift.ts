import * as z from 'zod'
import {
  decimalCents,
  idOf,
  isoTime,
  majorUnits,
  nonBlank,
  priceCents,
  recordId,
  text,
} from '../../platform/validation/fields.ts'
import { Breakdown } from './breakdown.ts'

const DrawerInput = z
  .object({
    tillId: idOf('the till').nullable().describe("Null is the shop's own drawer"),
    amount: priceCents,
  })
  .transform(({ tillId, amount: amountCents }) => ({ tillId, amountCents }))
  .meta({ id: 'DrawerInput', description: 'The cash in a drawer, in major units' })

/** Cash in the drawers of tills. */
export const WithDrawers = z.object({
  drawers: z
    .array(DrawerInput)
    .max(501)
    .nullish()
    .transform((drawers) => drawers ?? undefined)
    .describe('The cash by drawer, which adds up to the amount of the whole'),
})
export type WithDrawers = Partial<z.output<typeof WithDrawers>>

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

/** A shift as clients send it; an update leaves what is undefined as it is. */
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

/** Amounts counted at the end of the shift; `difference` is negative when money is missing. */
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

const type = z.enum(['in', 'out']).describe('Into the drawer, or out of it')

/** Cash that goes into the drawer or out of it without a sale. */
export const CashMovement = z
  .object({
    id: recordId(),
    type,
    amount: majorUnits,
    reason: z.string().describe('Why it was moved, such as Bread'),
    tillId: z
      .string()
      .optional()
      .describe("The till whose drawer it was; else the shop's"),
    toTillId: z
      .string()
      .nullish()
      .describe("The till whose drawer it went to; null is the shop's own"),
    userId: z.string().describe('Who moved it'),
    createdAt: isoTime,
  })
  .meta({ id: 'CashMovement', description: 'Cash put into the drawer or taken out' })

/** A cash movement as clients send it. */
export const CashMovementInput = z
  .object({
    type,
    amount: priceCents.refine((cents) => cents > 0, 'must be above 0'),
    reason: nonBlank.describe('Why it was moved, such as Bread'),
    tillId: idOf('the till whose drawer it is; left out for the shop itself').optional(),
    toTillId: idOf(
      'the till whose drawer it goes to, with type out; null is the shop itself',
    )
      .nullable()
      .optional(),
  })
  .transform(({ amount: amountCents, ...movement }) => ({ ...movement, amountCents }))
  .meta({ id: 'CashMovementInput' })
export type CashMovementInput = Readonly<z.output<typeof CashMovementInput>>

const numbersLeftOut = z
  .object({
    from: z.int().describe('The first of them'),
    to: z.int().describe('The last of them'),
  })
  .optional()

/** A Z report on the wire. */
export const ZReport = Breakdown.extend({
  number: z.int().describe('1, 2, 3 and so on, without gaps'),
  closedAt: isoTime,
  closedByUserId: recordId('the user who closed the shift'),
  closedByName: z.string().nullable().describe('Name that this user had then'),
  firstNumber: z
    .int()
    .nullable()
    .describe("The first ticket's number; null without tickets"),
  lastNumber: z
    .int()
    .nullable()
    .describe("The last ticket's number; null without tickets"),
  firstRefundNumber: z
    .int()
    .nullish()
    .describe("The first refund's number, 7 for R-7; null without refunds"),
  lastRefundNumber: z
    .int()
    .nullish()
    .describe("The last refund's number; null without refunds"),
  numbersLeftOut: numbersLeftOut.describe(
    'Numbers of receipts that are not given: a restore of the records passed over them',
  ),
  refundNumbersLeftOut: numbersLeftOut.describe(
    'Numbers of refunds that a restore has left out',
  ),
  totalGross: majorUnits.describe('What the lines cost: price × quantity'),
  totalDiscounts: majorUnits,
  totalAddedTax: majorUnits.describe('Tax on top of prices; 0 where they include it'),
  totalAdjustments: majorUnits.describe(
    'Charged by tills beyond the total of the lines; below 0 when less. ' +
      'totalGross - totalDiscounts + totalAddedTax + totalAdjustments = totalSales',
  ),
}).meta({
  id: 'ZReport',
  description: 'What was sold since the Z before it, as it was when the shift was closed',
})

/** The cash in the drawer while no shift is open, which is counted at the next opening. */
export const Drawer = z
  .object({
    counted: majorUnits
      .nullable()
      .describe(
        'The amount counted at the last close, such as 78.75; null where none was',
      ),
    cashSince: majorUnits
      .nullable()
      .describe(
        'What came in by cash since the last Z less what went out, such as 12.5; it counts in ' +
          'the next Z, so initialAmount is what the drawer holds less this. Without ' +
          'shifts_report_read null from the deletion of an open shift to the next Z',
      ),
    byTill: z
      .array(
        z.object({
          tillId: z
            .string()
            .nullable()
            .describe("The till; null is the shop's own drawer"),
          counted: majorUnits.nullable().describe('What the last close counted in it'),
          cashSince: majorUnits.nullable().describe('What came into it since'),
        }),
      )
      .optional()
      .describe('In a shop with tills: by drawer; all of them add up to the whole'),
  })
  .meta({ id: 'Drawer', description: 'The cash in the drawer while no shift is open' })
