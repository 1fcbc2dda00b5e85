import { read } from '../dynamodb/read.ts'
import { createdMsOf } from '../ids.ts'
import { type DayRecord, dayRecordKey } from '../sales/day-record.ts'
import { majorUnitsOf, majorUnitsOrNull, methodsOnWire } from '../shifts/breakdown.ts'
import { less, type ShiftFigures, sumByMethod, sumOf } from '../shifts/figures.ts'
import { allShifts, type Shift } from '../shifts/shift-records.ts'
import { findZReports, openFigures } from '../shifts/z-reports.ts'
import { findUserNames } from '../staff/user-names.ts'
import { type Days, dayOf } from '../time/days.ts'
import { readMoment } from '../time/moment.ts'
import type { Timezone } from '../time/zone.ts'

/**
 * A report of the shifts of some days of the shop, oldest first, with their sums. Reads all shifts, as
 * only its own text says the date of a shift.
 */
export async function shiftsReport(days: Days, timezone: Timezone) {
  const { day, shifts } = await readShifts(days, timezone)
  const [figures, names] = await Promise.all([
    readFigures(shifts, day),
    findUserNames(shifts.map(({ userId }) => userId)),
  ])
  const rows = shifts.map((shift, at) => rowOf(shift, figures[at] ?? []))
  return {
    shifts: rows.map(
      ({ shift, initialAmountCents, finalAmountCents, differenceCents }) => ({
        ...shift,
        userName: names.get(shift.userId) ?? null,
        initialAmount: majorUnitsOf(initialAmountCents),
        finalAmount: majorUnitsOrNull(finalAmountCents),
        difference: majorUnitsOrNull(differenceCents),
      }),
    ),
    totalInitialAmount: total(rows.map(({ initialAmountCents }) => initialAmountCents)),
    totalFinalAmount: total(rows.map(({ finalAmountCents }) => finalAmountCents)),
    totalExpectedAmount: total(rows.map(({ expectedCents }) => expectedCents)),
    totalDifference: total(rows.map(({ differenceCents }) => differenceCents)),
    byPaymentMethod: methodsOnWire(
      sumByMethod(figures.flat().flatMap(({ byPaymentMethod }) => byPaymentMethod)),
    ),
  }
}

/** The shifts of some days, and the day as it was before any later close. */
async function readShifts(days: Days, timezone: Timezone) {
  for (;;) {
    const day = await read<DayRecord>(dayRecordKey)
    const shifts = (await allShifts()).filter((shift) => isOfDays(shift, days, timezone))
    const lastZNumber = Math.max(0, ...shifts.flatMap(({ zNumbers = [] }) => zNumbers))
    // Otherwise a close between the two reads would count the day twice
    if (lastZNumber <= (day?.lastZNumber ?? 0)) return { day, shifts }
  }
}

/** The figures of every Z of each shift, and of the day for the open one. */
async function readFigures(
  shifts: readonly Shift[],
  day: DayRecord | undefined,
): Promise<ShiftFigures[][]> {
  const numbers = shifts.flatMap(({ zNumbers = [] }) => zNumbers)
  const reports = await findZReports(numbers)
  const frozen = new Map(
    reports.flatMap((report) => (report ? [[report.number, report.figures]] : [])),
  )
  return Promise.all(
    shifts.map(async (shift) => [
      ...(shift.zNumbers ?? []).flatMap((number) => frozen.get(number) ?? []),
      // The report has no satoshis
      ...(shift.endTime === null ? [await openFigures(shift, day, 0)] : []),
    ]),
  )
}

/**
 * A shift's amounts as its Zs froze them; as it has them itself where it was closed before Zs were
 * made. Each Z of a reopened shift begins with what the one before has counted: only what came in
 * since is added.
 */
function rowOf(shift: Shift, figures: readonly ShiftFigures[]) {
  const [first, last] = [figures[0], figures.at(-1)]
  if (!first || !last) return { ...amountsOf(shift), expectedCents: null }
  const { initialAmountCents } = first
  const expectedCents = sumOf([
    initialAmountCents,
    ...figures.flatMap((each) => [each.expectedTotalCents, -each.initialAmountCents]),
  ])
  const { finalAmountCents } = last
  return {
    shift,
    initialAmountCents,
    expectedCents,
    finalAmountCents,
    differenceCents:
      finalAmountCents === null ? null : less(finalAmountCents, expectedCents),
  }
}

const amountsOf = (shift: Shift) => {
  const { initialAmountCents, finalAmountCents, differenceCents } = shift
  return { shift, initialAmountCents, finalAmountCents, differenceCents }
}

/** Nothing counted adds nothing. */
const total = (cents: readonly (number | bigint | null)[]) =>
  majorUnitsOf(sumOf(cents.map((each) => each ?? 0)))

/** Whether a shift is of these days: by its date, or by its creation when that is none. */
function isOfDays(shift: Shift, { from, to }: Days, timezone: Timezone): boolean {
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
