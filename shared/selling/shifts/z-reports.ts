import { countBelowZero } from '../../catalog/below-zero.ts'
import { Failure, required } from '../../failure.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import {
  type DayRecord,
  type DaySums,
  dayRecordKey,
  daySums,
  isOtherCurrency,
  type NumbersLeftOut,
  nextZNumber,
} from '../sales/day-record.ts'
import type { SoldShop } from '../sales/sale-snapshot.ts'
import { unmatchedSatoshis } from '../sales/unmatched-list.ts'
import {
  type BaseCurrency,
  baseCurrencyOf,
  findBaseCurrency,
} from '../shop-config/config.ts'
import { currencyAt } from '../shop-config/currency-history.ts'
import { amountsOnWire, breakdownOnWire, majorUnitsOf, rowOnWire } from './breakdown.ts'
import {
  type DrawerAmounts,
  figuresOf,
  grossOf,
  type OpenThen,
  type ShiftFigures,
  type TillRow,
} from './figures.ts'
import { readOpenBills } from './open-bills.ts'
import {
  allParts,
  type Drawers,
  lateIn,
  openParts,
  ownRow,
  type PartRecord,
  partsOfZ,
  rowsOf,
  type TillPart,
  wholeDay,
} from './parts.ts'
import {
  type DrawerCents,
  findKeptShift,
  findShift,
  requireShift,
  type Shift,
} from './shift-records.ts'

type Closing = {
  readonly nowMs: number
  readonly userId: string
  /** Null for a user who has been deleted. */
  readonly userName: string | null
  readonly shop: SoldShop | undefined
  /** The acronym of the currency in which the shop counts. */
  readonly currency: string
}

/** A Z report as it is stored: written once, when a shift is closed, and never changed. */
export type ZReportRecord = Item & {
  readonly number: number
  readonly shiftId: string
  readonly closedAt: string
  readonly closedByUserId: string
  readonly closedByName: string | null
  readonly firstNumber: number | null
  readonly lastNumber: number | null
  /** Of the refunds; absent in Zs from before they had numbers. */
  readonly firstRefundNumber?: number | null
  readonly lastRefundNumber?: number | null
  /** Absent where none were. */
  readonly numbersLeftOut?: NumbersLeftOut
  readonly refundNumbersLeftOut?: NumbersLeftOut
  readonly figures: ShiftFigures
  /** In a shop with tills: the shop's own part, and the drawers; the tills' parts are records of their own. */
  readonly tills?: {
    readonly own: TillRow
    readonly drawers: Drawers
    /** The number of each till's part, by the till's id. */
    readonly parts: Readonly<Record<string, number>>
  }
  /** Absent in Zs from before it was kept. */
  readonly shop?: SoldShop
  /** Absent in Zs from before it was kept. */
  readonly currency?: string
}

/** Numbers are padded, so that Z reports sort by number. */
const zReportKey = (number: number): Key => ({
  pk: 'Z-REPORT',
  sk: String(number).padStart(10, '0'),
})

/** When a Z was made, in Unix ms; 0 for none. */
export async function closedMsOf(number: number | undefined): Promise<number> {
  const report = number && (await read<ZReportRecord>(zReportKey(number)))
  return report ? Date.parse(report.closedAt) : 0
}

/** Reads the amounts that are open now. */
export async function readOpen(nowMs: number): Promise<OpenThen> {
  const [unmatchedSat, openBills, productsBelowZero] = await Promise.all([
    unmatchedSatoshis(nowMs),
    readOpenBills(),
    countBelowZero(),
  ])
  return { unmatchedSat, openBills, productsBelowZero }
}

/** Returns the sums of a day as the next Z, with the amounts that are open then. */
export function nextZReport(
  day: DayRecord | undefined,
  shift: DrawerAmounts & { readonly id: string },
  { nowMs, userId, userName, shop, currency }: Closing,
  open: OpenThen,
  tills?: { readonly parts: readonly PartRecord[]; readonly drawers: Drawers },
): ZReportRecord {
  const number = nextZNumber(day)
  const sums = daySums(day)
  const { parts = [], drawers } = tills ?? {}
  const figures = figuresOf(shift, daySums(wholeDay(day, parts)), open, lateIn(parts))
  return {
    ...zReportKey(number),
    number,
    shiftId: shift.id,
    closedAt: isoSeconds(nowMs),
    closedByUserId: userId,
    closedByName: userName,
    firstNumber: sums.firstNumber,
    lastNumber: sums.lastNumber,
    firstRefundNumber: sums.firstRefundNumber,
    lastRefundNumber: sums.lastRefundNumber,
    ...leftOutOf(sums),
    figures,
    ...(drawers && {
      tills: {
        own: ownRow(day, figures, rowsOf(parts, drawers), open),
        drawers,
        parts: Object.fromEntries(parts.map((part) => [part.till.id, part.number])),
      },
    }),
    currency: day?.currency ?? currency,
    ...(shop && { shop }),
  }
}

/** The numbers that a restore has left out, where it has. */
const leftOutOf = ({ numbersLeftOut, refundNumbersLeftOut }: DaySums) => ({
  ...(numbersLeftOut && { numbersLeftOut }),
  ...(refundNumbersLeftOut && { refundNumbersLeftOut }),
})

/** The Z reports with these numbers, in their order. */
export const findZReports = async (numbers: readonly number[]) =>
  await readMany<ZReportRecord[]>(numbers.map(zReportKey))

/** Every Z report, oldest first. */
export const allZReports = () => readAll<ZReportRecord>({ pk: 'Z-REPORT' })

/** Z reports, newest first. */
export const latestZReports = (page?: Page) =>
  readAll<ZReportRecord>({ pk: 'Z-REPORT', newestFirst: true }, page)

/** The acronym of the currency of a Z report, also of one from before it was kept. */
export const currencyOfZ = (
  base: BaseCurrency | undefined,
  { currency, closedAt }: Pick<ZReportRecord, 'currency' | 'closedAt'>,
): string =>
  currency ?? currencyAt(base, Date.parse(closedAt)) ?? baseCurrencyOf(base).acronym

/** The rows of a Z by till, the shop's own first; none in a shop without tills. */
export async function rowsOfZ({
  number,
  tills,
}: Pick<ZReportRecord, 'number' | 'tills'>): Promise<TillRow[]> {
  return tills ? [tills.own, ...rowsOf(await partsOfZ(number), tills.drawers)] : []
}

/** A Z report as clients get it. */
export async function zReportOnWire(report: ZReportRecord) {
  return zOnWire(report, await rowsOfZ(report))
}

const byTillOnWire = (shiftId: string, rows: readonly TillRow[]) =>
  rows.length === 0 ? {} : { byTill: rows.map((row) => rowOnWire(shiftId, row)) }

const zOnWire = (
  { shiftId, figures, tills: _tills, ...report }: ZReportRecord,
  rows: readonly TillRow[],
) => ({
  ...report,
  ...breakdownOnWire(shiftId, figures),
  ...byTillOnWire(shiftId, rows),
  totalGross: majorUnitsOf(grossOf(figures)),
  totalDiscounts: majorUnitsOf(figures.totalDiscountsCents),
  totalAddedTax: majorUnitsOf(figures.addedTaxCents ?? 0),
  totalAdjustments: majorUnitsOf(figures.adjustmentCents ?? 0),
})

/**
 * Returns the breakdown of a shift on the wire: for the open one the sums since the last
 * Z, for a closed one its Z. A shift that was closed before Zs were made has its counted
 * amounts. Throws `notFound`.
 */
export async function shiftBreakdown(id: string, nowMs: number) {
  const { shift, figures, currency, rows } = await sumsOfShift(id, nowMs)
  return figures
    ? {
        ...breakdownOnWire(id, figures),
        currency,
        ...byTillOnWire(id, rows),
        ...(shift.closing && { closing: true as const }),
      }
    : amountsOnWire(id, shift)
}

/** One till's part of a shift on the wire: its X, or its row of the Z. Throws `notFound`. */
export async function tillBreakdown(id: string, nowMs: number, tillId: string) {
  const { currency, rows } = await sumsOfShift(id, nowMs)
  const row = required(rows.find((each) => each.tillId === tillId))
  return { ...rowOnWire(id, row), currency }
}

async function sumsOfShift(id: string, nowMs: number) {
  // Before the shift: one that is open after this had not been closed
  const [day, open] = await Promise.all([read<DayRecord>(dayRecordKey), openParts()])
  const shift = await requireShift(id)
  const sums =
    shift.endTime === null
      ? await openSums(shift, day, open, await readOpen(nowMs))
      : await frozenSums(shift)
  return { shift, ...sums }
}

async function openSums(
  shift: Shift,
  day: DayRecord | undefined,
  open: readonly TillPart[],
  then: OpenThen,
) {
  const parts = await partsOfShift(shift, open)
  const figures = await figuresOfOpen(shift, day, then, parts)
  const drawers = {
    begun: await begunDrawers(shift, day),
    counted: shift.closing?.drawers ?? [],
  }
  const rows = rowsOf(parts, drawers)
  return {
    figures,
    currency: day?.currency ?? (await findBaseCurrency()).acronym,
    rows: parts.length === 0 ? [] : [ownRow(day, figures, rows, then), ...rows],
  }
}

async function frozenSums(shift: Shift) {
  const z = await lastZReportOf(shift)
  return { figures: z?.figures, currency: z?.currency, rows: z ? await rowsOfZ(z) : [] }
}

/**
 * Returns the parts of an open shift at its tills, those that its close has frozen
 * already included.
 */
const partsOfShift = async ({ closing }: Shift, open: readonly TillPart[]) =>
  allParts(open, closing ? await partsOfZ(closing.zNumber) : [])

/** The cash of the tills' drawers as the next Z begins with it. */
export async function begunDrawers(
  shift: Shift,
  day: DayRecord | undefined,
): Promise<readonly DrawerCents[]> {
  const isReopened = (shift.zNumbers ?? []).length > 0
  const [last] =
    isReopened && day?.lastZNumber ? await findZReports([day.lastZNumber]) : []
  if (!last) return shift.drawers ?? []
  const rows = await rowsOfZ(last)
  return rows.flatMap(({ tillId, figures: { finalAmountCents, expectedTotalCents } }) =>
    tillId === null
      ? []
      : { tillId, amountCents: finalAmountCents ?? Number(expectedTotalCents) },
  )
}

/** A shift without the amounts that are those of an earlier close. */
export const countedAgain = (shift: Shift): Shift => ({
  ...shift,
  ...Object.fromEntries((shift.amountsOfEarlierClose ?? []).map((name) => [name, null])),
})

/**
 * Returns a shift as its next Z begins: a reopened one with the last Z's count, else with
 * its expected cash, because that Z has the difference to the shift's own beginning.
 */
export async function begunAfter(
  shift: Shift,
  day: DayRecord | undefined,
): Promise<DrawerAmounts & { readonly id: string }> {
  const isReopened = (shift.zNumbers ?? []).length > 0
  const [last] =
    isReopened && day?.lastZNumber ? await findZReports([day.lastZNumber]) : []
  if (!last) return shift
  const { finalAmountCents, expectedTotalCents } = last.figures
  // The cash of another currency is counted apart
  if (last.currency && isOtherCurrency(day, last.currency)) {
    return { ...shift, initialAmountCents: 0 }
  }
  return { ...shift, initialAmountCents: finalAmountCents ?? expectedTotalCents }
}

/**
 * Returns the figures of an open shift; counts of an earlier close are ignored. Reads the
 * open parts before the shift, which lists the parts that its close has frozen.
 */
export const openFigures = async (
  shift: Shift,
  day: DayRecord | undefined,
  open: readonly TillPart[],
  then: OpenThen,
): Promise<ShiftFigures> =>
  figuresOfOpen(shift, day, then, await partsOfShift(shift, open))

const figuresOfOpen = async (
  shift: Shift,
  day: DayRecord | undefined,
  open: OpenThen,
  parts: readonly TillPart[],
): Promise<ShiftFigures> =>
  figuresOf(
    {
      ...(await begunAfter(shift, day)),
      finalAmountCents: null,
      differenceCents: null,
    },
    daySums(wholeDay(day, parts)),
    open,
    lateIn(parts),
  )

/** The last Z report of a shift, also of a deleted one. Throws `notFound`, `noZReport`. */
export async function findZReport(shiftId: string): Promise<ZReportRecord> {
  const shift = required(await findKeptShift(shiftId))
  const report = await lastZReportOf(shift)
  if (!report) throw new Failure('noZReport')
  return report
}

/** The figures of a shift: of an open one as they run, of a closed one as its Z froze them. */
export type ReportedShift = Pick<
  ZReportRecord,
  | 'firstNumber'
  | 'lastNumber'
  | 'firstRefundNumber'
  | 'lastRefundNumber'
  | 'numbersLeftOut'
  | 'refundNumbersLeftOut'
  | 'figures'
> & {
  /** null for an open shift. */
  readonly z: Pick<
    ZReportRecord,
    'number' | 'closedAt' | 'closedByName' | 'shop' | 'currency'
  > | null
  /** By till, the shop's own first; none in a shop without tills. */
  readonly rows: readonly TillRow[]
  /** It counts since the Z before it was made, at this time; null for the first Z. */
  readonly since: string | null
}

/** Reads a shift for its Z report or X report. Throws `notFound`, `noZReport`. */
export async function findReportedShift(
  shiftId: string,
  nowMs: number,
): Promise<ReportedShift> {
  // Before the shift: one that is open after this had not been closed
  const [day, parts] = await Promise.all([read<DayRecord>(dayRecordKey), openParts()])
  const shift = await findShift(shiftId)
  if (shift?.endTime === null) {
    const sums = daySums(day)
    const { firstNumber, lastNumber, firstRefundNumber, lastRefundNumber } = sums
    const [before] = day?.lastZNumber ? await findZReports([day.lastZNumber]) : []
    const since = before?.closedAt ?? null
    const { figures, rows } = await openSums(shift, day, parts, await readOpen(nowMs))
    return {
      figures,
      rows,
      firstNumber,
      lastNumber,
      firstRefundNumber,
      lastRefundNumber,
      ...leftOutOf(sums),
      z: null,
      since,
    }
  }
  const closed = shift ?? (await findKeptShift(shiftId))
  if (!closed) throw new Failure('notFound')
  const { zNumbers = [] } = closed
  const [z, before] = await findZReports(zNumbers.slice(-1).flatMap((n) => [n, n - 1]))
  if (!z) throw new Failure('noZReport')
  return { ...z, z, rows: await rowsOfZ(z), since: before?.closedAt ?? null }
}

async function lastZReportOf({ zNumbers = [] }: Shift) {
  const [report] = await findZReports(zNumbers.slice(-1))
  return report
}
