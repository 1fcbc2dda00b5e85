import { read } from '../../platform/dynamodb/read.ts'
import { readTogether } from '../../platform/dynamodb/transact.ts'
import { type DayRecord, dayRecordKey, daySums } from '../sales/day-record.ts'
import { majorUnitsOf, majorUnitsOrNull } from './breakdown.ts'
import { figuresOf, nothingOpen } from './figures.ts'
import { openParts, wholeDay } from './parts.ts'
import { findKeptShift, type OpenShift, openShiftKey } from './shift-records.ts'
import { countedAgain, findZReports } from './z-reports.ts'

/**
 * Returns the cash in the drawer while no shift is open: the last close's count, and the
 * cash since. Undefined while a shift is open: the person who counts at its close must
 * not know the result. Nor may that person learn it by deleting the shift: then only
 * readers of reports see the cash since, until the next Z.
 */
export async function drawerBetweenShifts(mayReadReports: boolean) {
  const [open, day] = await readTogether<[OpenShift, DayRecord]>([
    openShiftKey,
    dayRecordKey,
  ])
  if (open) return undefined
  const { countedCents, sinceCents } = await drawerOf(day)
  const isHidden = day?.isUncounted === true && !mayReadReports
  return {
    counted: majorUnitsOrNull(countedCents),
    cashSince: isHidden ? null : majorUnitsOf(sinceCents),
  }
}

/** The drawer of a shop that begins a shift, as the audit trail keeps it. */
export async function drawerAtOpening() {
  const { countedCents, sinceCents } = await drawerOf(await read<DayRecord>(dayRecordKey))
  return { lastCountedCents: countedCents, cashSinceCents: Number(sinceCents) }
}

/**
 * Returns the cash that the last close counted, corrections included, and the cash since
 * then: in all drawers.
 */
async function drawerOf(day: DayRecord | undefined) {
  const whole = wholeDay(day, await openParts())
  const [last] = day?.lastZNumber ? await findZReports([day.lastZNumber]) : []
  const shift = last && (await findKeptShift(last.shiftId))
  const corrected = shift && countedAgain(shift).finalAmountCents
  const empty = { initialAmountCents: 0, finalAmountCents: null, differenceCents: null }
  return {
    countedCents: corrected ?? last?.figures.finalAmountCents ?? null,
    sinceCents: figuresOf(empty, daySums(whole), nothingOpen).expectedTotalCents,
  }
}
