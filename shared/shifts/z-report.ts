import * as z from 'zod'
import { isoTime, majorUnits } from '../validation/fields.ts'
import { Breakdown } from './breakdown.ts'

/** A Z report on the wire. */
export const ZReport = Breakdown.extend({
  number: z.int().describe('1, 2, 3 and so on, without gaps'),
  closedAt: isoTime,
  closedByUserId: z.string(),
  closedByName: z.string().nullable(),
  firstNumber: z
    .int()
    .nullable()
    .describe("The first ticket's number; null without tickets"),
  lastNumber: z
    .int()
    .nullable()
    .describe("The last ticket's number; null without tickets"),
  totalDiscounts: majorUnits,
}).meta({
  id: 'ZReport',
  description: 'What was sold since the Z before it, as it was when the shift was closed',
})
