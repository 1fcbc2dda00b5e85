import { read } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import { type DayRecord, dayRecordKey, daySums } from '../sales/day-record.ts'
import { amountsOnWire, breakdownOnWire, figuresOf } from './breakdown.ts'
import { findKeptShift, requireShift, type Shift } from './shift-records.ts'
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

async function lastZReportOf({ zNumbers = [] }: Shift) {
  const [report] = await findZReports(zNumbers.slice(-1))
  return report
}
