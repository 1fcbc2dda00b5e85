import * as z from 'zod'
import { MethodTotal } from '../shifts/breakdown.ts'
import { Shift } from '../shifts/shift.ts'
import { majorUnits, nullableText } from '../validation/fields.ts'

const parameter = z.string().optional()

/** The days as sent; reading them has failures of its own. */
export const ShiftReportInput = z.object({
  period: parameter.describe(
    '`day`, `week`, `month` or `year` until today; days are then ignored',
  ),
  startDate: parameter.describe('First day, `YYYY-MM-DD`; with endDate'),
  endDate: parameter.describe('Last day, `YYYY-MM-DD`; with startDate'),
})
export type ShiftReportInput = z.output<typeof ShiftReportInput>

const ReportedShift = Shift.omit({ notes: true })
  .extend({
    userName: nullableText.describe('Name of the user at that time'),
  })
  .meta({
    id: 'ReportedShift',
    description:
      'A shift in a report; `difference` is finalAmount less what was expected, or what the client sent for a shift that was closed before Zs were made',
  })

/** Shifts of some days, and their sums. */
export const ShiftReport = z
  .object({
    shifts: z.array(ReportedShift).describe('The shifts, oldest first'),
    totalInitialAmount: majorUnits,
    totalFinalAmount: majorUnits,
    totalExpectedAmount: majorUnits.describe(
      'Without shifts that were closed before Zs were made',
    ),
    totalDifference: majorUnits,
    byPaymentMethod: z.array(MethodTotal).describe('Paid by each method, with tips'),
  })
  .meta({
    id: 'ShiftReport',
    description:
      'Shifts by their date, or by their creation when that is no date. Sums are of all Zs of the shifts, and of what is sold since the last Z while one is open',
  })
