import * as z from 'zod'
import { isoTime, majorUnits, recordId } from '../validation/fields.ts'
import { Breakdown } from './breakdown.ts'

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
  totalGross: majorUnits.describe('What the lines cost: price × quantity'),
  totalDiscounts: majorUnits,
  totalAddedTax: majorUnits.describe('Tax on top of prices; 0 where they include it'),
  totalAdjustments: majorUnits.describe(
    'What tills charged beyond what the lines came to, or below 0. ' +
      'totalGross - totalDiscounts + totalAddedTax + totalAdjustments = totalSales',
  ),
}).meta({
  id: 'ZReport',
  description: 'What was sold since the Z before it, as it was when the shift was closed',
})
