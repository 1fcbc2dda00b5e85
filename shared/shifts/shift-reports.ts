import { read } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import { type DayRecord, dayRecordKey } from '../sales/day-record.ts'
import { daySums } from '../sales/day-sums.ts'
import { amountsOnWire, breakdownOnWire } from './breakdown.ts'
import { figuresOf } from './figures.ts'
import { findKeptShift, findShift, requireShift, type Shift } from './shift-records.ts'
import { findZReports, type ZReportRecord } from './z-reports.ts'

/**
 * The breakdown of a shift on the wire: of the open one the sums since the last Z, of a
 * closed one its Z. Of a shift that was closed before Zs were made it has the amounts that
 * were counted. Throws `notFound`.
 */
export async function shiftBreakdown(id: string) {
  // Before the shift: one that is open after this had not been closed
  const day = await read<DayRecord>(dayRecordKey)
  const shift = await requireShift(id)
  const figures =
    shift.endTime === null
      ? openFigures(shift, day)
      : (await lastZReportOf(shift))?.figures
  return figures ? breakdownOnWire(id, figures) : amountsOnWire(id, shift)
}

/** The figures of an open shift; whatever was counted at an earlier close does not count. */
export const openFigures = (shift: Shift, day: DayRecord | undefined) =>
  figuresOf({ ...shift, finalAmountCents: null, differenceCents: null }, daySums(day))

/** The last Z report of a shift, also of a deleted one. Throws `notFound`, `noZReport`. */
export async function findZReport(shiftId: string): Promise<ZReportRecord> {
  const shift = await findKeptShift(shiftId)
  if (!shift) throw new Failure('notFound')
  const report = await lastZReportOf(shift)
  if (!report) throw new Failure('noZReport')
  return report
}

/** The figures of a shift: of an open one as they run, of a closed one as its Z froze them. */
export type ReportedShift = Pick<
  ZReportRecord,
  'firstNumber' | 'lastNumber' | 'figures'
> & {
  /** null for an open shift. */
  readonly z: Pick<ZReportRecord, 'number' | 'closedAt' | 'closedByName' | 'shop'> | null
  /** It counts since the Z before it was made, at this time; null for the first Z. */
  readonly since: string | null
}

/** What a Z report or an X report has of a shift. Throws `notFound`, `noZReport`. */
export async function findReportedShift(shiftId: string): Promise<ReportedShift> {
  // Before the shift: one that is open after this had not been closed
  const day = await read<DayRecord>(dayRecordKey)
  const shift = await findShift(shiftId)
  if (shift?.endTime === null) {
    const { firstNumber, lastNumber } = daySums(day)
    const [before] = day?.lastZNumber ? await findZReports([day.lastZNumber]) : []
    const since = before?.closedAt ?? null
    return { figures: openFigures(shift, day), firstNumber, lastNumber, z: null, since }
  }
  const closed = shift ?? (await findKeptShift(shiftId))
  if (!closed) throw new Failure('notFound')
  const { zNumbers = [] } = closed
  const [z, before] = await findZReports(zNumbers.slice(-1).flatMap((n) => [n, n - 1]))
  if (!z) throw new Failure('noZReport')
  return { ...z, z, since: before?.closedAt ?? null }
}

async function lastZReportOf({ zNumbers = [] }: Shift) {
  const [report] = await findZReports(zNumbers.slice(-1))
  return report
}
