import { createdMsOf } from '../ids.ts'
import type { Days } from '../sales/orders.ts'
import type { Shift } from '../shifts/shifts.ts'
import { readMoment } from '../time/moment.ts'
import { dayOf, daysUpTo, givenDays } from './report-filter.ts'
import type { ShiftReportInput } from './shift-report.ts'

/**
 * The days of a report of shifts. Throws `malformedDay`, `oneSidedDays`, `reversedDays`,
 * `invalidPeriod`.
 */
export function readShiftDays(query: ShiftReportInput, nowMs: number): Days {
  if (query.period === undefined) return givenDays(query)
  const today = dayOf(nowMs)
  return query.period === 'day'
    ? { from: today, to: today }
    : daysUpTo(nowMs, query.period)
}

/** Whether a shift is of these days: by its date, or by its creation when that is none. */
export function isOfDays(shift: Shift, { from, to }: Days): boolean {
  if (from === undefined && to === undefined) return true
  const day = dayOfShift(shift)
  return (
    day !== undefined &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to)
  )
}

/** Ids of other kinds, from before, tell no creation. */
function dayOfShift({ id, shiftDate }: Shift): string | undefined {
  const ms = readMoment(shiftDate)
  // A day alone is the shop's own, whatever its time zone
  if (ms !== undefined && dayForm.test(shiftDate)) return shiftDate
  const moment = ms ?? createdMsOf(id)
  return moment === undefined ? undefined : dayOf(moment)
}

const dayForm = /^\d{4}-\d\d-\d\d$/
