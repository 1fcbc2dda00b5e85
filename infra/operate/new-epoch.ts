import { updateMustHandIn, upsertNextEpoch } from '../../shared/people/tills/epoch.ts'
import {
  allTills,
  type Series,
  seriesKey,
} from '../../shared/people/tills/till-records.ts'
import { settings } from '../../shared/platform/deployment/settings.ts'
import { versionConflict } from '../../shared/platform/dynamodb/optimistic-lock.ts'
import { read } from '../../shared/platform/dynamodb/read.ts'
import type { Write } from '../../shared/platform/dynamodb/write.ts'
import {
  type DayRecord,
  dayRecordKey,
  type NumbersLeftOut,
  putDay,
} from '../../shared/selling/sales/day-record.ts'
import {
  readRefundNumber,
  upsertLastRefundNumber,
} from '../../shared/selling/sales/refund-numbers.ts'

/** Numbers to skip: receipts that were sold and printed after the moment are lost. */
const passedOver = 1_000

/** The highest numbers of a receipt and a refund that are known elsewhere; 0 for none. */
export type NamedNumbers = { readonly receipt: number; readonly refund: number }

/** A day whose next numbers are 1,000 after every known one, and say which were left out. */
export function withNumbersLeftOut(
  day: DayRecord,
  lastRefund: number,
  named: NamedNumbers = { receipt: 0, refund: 0 },
) {
  const numbersLeftOut = leftOut(day.lastNumber ?? 0, named.receipt, day.numbersLeftOut)
  const refundNumbersLeftOut = leftOut(lastRefund, named.refund, day.refundNumbersLeftOut)
  return {
    ...day,
    lastNumber: numbersLeftOut.to,
    numbersLeftOut,
    refundNumbersLeftOut,
    changes: day.changes + 1,
  } satisfies DayRecord
}

/** Goes on with the numbers that were left out since the last Z, if none was given since. */
const leftOut = (
  last: number,
  named: number,
  before: NumbersLeftOut | undefined,
): NumbersLeftOut => ({
  from: before?.to === last ? before.from : last + 1,
  to: Math.max(last, named) + passedOver,
})

/** Passes over numbers of a till's refunds, after the highest that is known elsewhere. */
export async function updateRefundNumbersOfTill(
  tillId: string,
  named = 0,
): Promise<Write> {
  const last = (await readRefundNumber(tillId)) - 1
  return upsertLastRefundNumber(last, Math.max(last, named) + passedOver, tillId)
}

/**
 * Begins another epoch of the current shop, which was imported, if there are tills: its file may be
 * older than what stands on paper. Its tills hand in again what they sold, new series begin 24
 * places further, and the shop's own numbers 1,000. `commit` writes a transaction.
 */
export async function beginEpoch(
  commit: (writes: readonly Write[]) => Promise<void>,
): Promise<void> {
  const series = await read<Series>(seriesKey)
  if (!series && !settings.tills()) return
  const tills = await allTills()
  for (const { id } of tills) {
    await commit([updateMustHandIn(id), await updateRefundNumbersOfTill(id)])
  }
  const seen = await read<DayRecord>(dayRecordKey)
  const lastRefund = (await readRefundNumber()) - 1
  const day = withNumbersLeftOut(seen ?? { ...dayRecordKey, changes: 0 }, lastRefund)
  await commit([
    upsertNextEpoch(series, tills),
    putDay(seen, day, versionConflict),
    upsertLastRefundNumber(lastRefund, day.refundNumbersLeftOut.to),
  ])
}
