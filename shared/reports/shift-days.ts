import { createdMsOf } from '../ids.ts'
import type { Shift } from '../shifts/shift-records.ts'
import { type Days, dayOf, daysUpTo } from '../time/days.ts'
import { readMoment } from '../time/moment.ts'
import type { Timezone } from '../time/zone.ts'
import { givenDays, readPeriodName } from './report-filter.ts'
import type { ShiftReportInput } from './shift-report.ts'

/**
 * The days of a report of shifts in a shop's time zone. Throws `malformedDay`, `oneSidedDays`, `reversedDays`,
 * `invalidPeriod`.
 */
export function readShiftDays(
  query: ShiftReportInput,
  { nowMs, timezone }: { readonly nowMs: number; readonly timezone: Timezone },
): Days {
  const { period } = query
  if (period === undefined) return givenDays(query)
  return daysUpTo(nowMs, readPeriodName(period), timezone)
}

/** Whether a shift is of these days: by its date, or by its creation when that is none. */
export function isOfDays(shift: Shift, { from, to }: Days, timezone: Timezone): boolean {
  if (from === undefined && to === undefined) return true
  const day = dayOfShift(shift, timezone)
  return (
    day !== undefined &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to)
  )
}

/** Ids of other kinds, from before, tell no creation. */
function dayOfShift({ id, shiftDate }: Shift, timezone: Timezone): string | undefined {
  const ms = readMoment(shiftDate)
  // A day alone is the shop's own, whatever its time zone
  if (ms !== undefined && dayForm.test(shiftDate)) return shiftDate
  const moment = ms ?? createdMsOf(id)
  return moment === undefined ? undefined : dayOf(moment, timezone)
}

const dayForm = /^\d{4}-\d\d-\d\d$/
