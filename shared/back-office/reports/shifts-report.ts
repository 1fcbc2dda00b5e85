import { createdMsOf } from '../../ids.ts'
import { findUserNames } from '../../people/staff/user-names.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { type Days, dayOf, type ShopTime } from '../../platform/time/days.ts'
import { readMoment } from '../../platform/time/moment.ts'
import { type DayRecord, dayRecordKey } from '../../selling/sales/day-record.ts'
import {
  majorUnitsOf,
  majorUnitsOrNull,
  methodsOnWire,
} from '../../selling/shifts/breakdown.ts'
import {
  less,
  nothingOpen,
  type ShiftFigures,
  sumByMethod,
  sumOf,
} from '../../selling/shifts/figures.ts'
import { openParts } from '../../selling/shifts/parts.ts'
import { allShifts, type Shift } from '../../selling/shifts/shift-records.ts'
import { currencyOfZ, findZReports, openFigures } from '../../selling/shifts/z-reports.ts'
import {
  type BaseCurrency,
  baseCurrencyOf,
  readBaseCurrency,
} from '../../selling/shop-config/config.ts'

/**
 * Reports the shifts of some days of the shop, oldest first, with their sums: those of other
 * currencies stand apart. Reads all shifts, as the date of a shift is in its own text alone.
 */
export async function shiftsReport(days: Days, time: ShopTime) {
  const { day, open, shifts } = await readShifts(days, time)
  const [names, base] = await Promise.all([
    findUserNames(shifts.map(({ userId }) => userId)),
    readBaseCurrency(),
  ])
  const { acronym } = baseCurrencyOf(base)
  const counted = await readFigures(shifts, { day, open }, base)
  const rows = shifts.map((shift, at) => rowOf(shift, counted[at] ?? [], acronym))
  const sumsIn = (currency: string) =>
    sumsOf(
      rows.filter((row) => row.currency === currency),
      counted.flat().filter((each) => each.currency === currency),
    )
  const others = new Set([...rows, ...counted.flat()].map(({ currency }) => currency))
  others.delete(acronym)
  return {
    currency: acronym,
    shifts: rows.map(({ shift, currency, initialAmountCents, ...row }) => ({
      ...shift,
      currency,
      userName: names.get(shift.userId) ?? null,
      initialAmount: majorUnitsOf(initialAmountCents),
      finalAmount: majorUnitsOrNull(row.finalAmountCents),
      difference: majorUnitsOrNull(row.differenceCents),
    })),
    ...sumsIn(acronym),
    otherCurrencies: [...others].map((currency) => ({ currency, ...sumsIn(currency) })),
  }
}

const sumsOf = (
  rows: readonly ReturnType<typeof rowOf>[],
  counted: readonly CountedFigures[],
) => ({
  totalInitialAmount: total(rows.map(({ initialAmountCents }) => initialAmountCents)),
  totalFinalAmount: total(rows.map(({ finalAmountCents }) => finalAmountCents)),
  totalExpectedAmount: total(rows.map(({ expectedCents }) => expectedCents)),
  totalDifference: total(rows.map(({ differenceCents }) => differenceCents)),
  byPaymentMethod: methodsOnWire(
    sumByMethod(counted.flatMap(({ figures }) => figures.byPaymentMethod)),
  ),
})

/** The shifts of some days, and the day and the tills' parts as they were before any later close. */
async function readShifts(days: Days, time: ShopTime) {
  for (;;) {
    const day = await read<DayRecord>(dayRecordKey)
    const open = await openParts()
    const shifts = (await allShifts()).filter((shift) => isOfDays(shift, days, time))
    const lastZNumber = Math.max(0, ...shifts.flatMap(({ zNumbers = [] }) => zNumbers))
    // Otherwise a close between these reads would count the day twice, or the tills not at all
    if (lastZNumber <= (day?.lastZNumber ?? 0)) return { day, open, shifts }
  }
}

type CountedFigures = { readonly currency: string; readonly figures: ShiftFigures }

/** The figures of every Z of each shift, and of the day for the open one. */
async function readFigures(
  shifts: readonly Shift[],
  { day, open }: Pick<Awaited<ReturnType<typeof readShifts>>, 'day' | 'open'>,
  base: BaseCurrency | undefined,
): Promise<CountedFigures[][]> {
  const numbers = shifts.flatMap(({ zNumbers = [] }) => zNumbers)
  const reports = await findZReports(numbers)
  const frozen = new Map(
    reports.flatMap((report): [number, CountedFigures][] =>
      report
        ? [
            [
              report.number,
              { currency: currencyOfZ(base, report), figures: report.figures },
            ],
          ]
        : [],
    ),
  )
  const currency = day?.currency ?? baseCurrencyOf(base).acronym
  return Promise.all(
    shifts.map(async (shift) => [
      ...(shift.zNumbers ?? []).flatMap((number) => frozen.get(number) ?? []),
      // The report has nothing of what is open
      ...(shift.endTime === null
        ? [{ currency, figures: await openFigures(shift, day, open, nothingOpen) }]
        : []),
    ]),
  )
}

/**
 * Sums a shift's amounts as its Zs froze them; a shift from before Zs has its own
 * amounts. Each Z of a reopened shift begins with the count of the one before: only the
 * difference is added. They are in the currency of its last Z, or else in the shop's.
 */
function rowOf(shift: Shift, counted: readonly CountedFigures[], base: string) {
  const currency = counted.at(-1)?.currency ?? base
  const figures = counted
    .filter((each) => each.currency === currency)
    .map((each) => each.figures)
  const [first, last] = [figures[0], figures.at(-1)]
  if (!first || !last) return { ...amountsOf(shift), currency, expectedCents: null }
  const { initialAmountCents } = first
  const expectedCents = sumOf([
    initialAmountCents,
    ...figures.flatMap((each) => [each.expectedTotalCents, -each.initialAmountCents]),
  ])
  const { finalAmountCents } = last
  return {
    shift,
    currency,
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

/** True if a shift is of these days: by its date, or by its creation when it has no date. */
function isOfDays(shift: Shift, { from, to }: Days, time: ShopTime): boolean {
  if (from === undefined && to === undefined) return true
  const day = dayOfShift(shift, time)
  return (
    day !== undefined &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to)
  )
}

/** Ids of other kinds, from before, tell no creation. */
function dayOfShift({ id, shiftDate }: Shift, time: ShopTime): string | undefined {
  const ms = readMoment(shiftDate)
  // A day alone is the shop's own, whatever its time zone
  if (ms !== undefined && dayForm.test(shiftDate)) return shiftDate
  const moment = ms ?? createdMsOf(id)
  return moment === undefined ? undefined : dayOf(moment, time)
}

const dayForm = /^\d{4}-\d\d-\d\d$/
