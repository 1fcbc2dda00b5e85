import { Failure } from '../../failure.ts'
import {
  retryOnConflict,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { insert } from '../../platform/dynamodb/write.ts'
import { isUuid } from '../../uuid.ts'
import { insertAuditEntry } from '../audit/audit-trail.ts'
import { type CallerIds, isAdministrator } from '../staff/live-user.ts'
import { placeOfSeries } from './series.ts'
import {
  allTills,
  findTill,
  maxTills,
  type Series,
  seriesKey,
  type TillNumbers,
  type TillRecord,
  tillDayKey,
  tillKey,
  upsertSeries,
} from './till-records.ts'

/**
 * Makes a till anew that the shop's table has lost in a restore, with the series and the last number
 * that its device knows: its numbers are missing until it has handed them in. Does nothing for a
 * till that there is. Throws `permissionRequired` for all but administrators, `notFound` for what
 * is no id of a till, `invalid` for a series far behind the next one, and `tillExists` for a series that another till has.
 */
export const restoreTill = (
  id: string,
  { series, lastNumber }: { readonly series: string; readonly lastNumber: number },
  caller: CallerIds & { readonly isAdmin: boolean },
  nowMs: number,
): Promise<void> =>
  retryOnConflict(async () => {
    if (await findTill(id)) return
    if (!isUuid(id)) throw new Failure('notFound')
    if (!(await isAdministrator(caller))) throw new Failure('permissionRequired')
    const seen = await read<Series>(seriesKey)
    const place = placeOfSeries(series) ?? 0
    if (place >= (seen?.next ?? 0) + maxTills) {
      throw new Failure('invalid', { fault: 'is no series of tills', field: 'series' })
    }
    if ((await allTills()).some((till) => till.series === series)) {
      throw new Failure('tillExists')
    }
    const till: TillRecord = {
      ...tillKey(id),
      id,
      name: series,
      series,
      place,
      createdAtMs: nowMs,
      createdBy: caller.userId,
    }
    const numbers: TillNumbers & { readonly changes: number } = {
      ...tillDayKey(id),
      changes: 0,
      numbersVersion: 0,
      ...(lastNumber > 0 && {
        lastNumber,
        missing: [{ from: 1, to: lastNumber, sinceMs: nowMs }],
      }),
    }
    await transact([
      insert(till, versionConflict),
      insert(numbers, versionConflict),
      upsertSeries(seen, Math.max(seen?.next ?? 0, place + 1)),
      insertAuditEntry({
        kind: 'till',
        subject: { id, name: series },
        after: { series, lastNumber, isUnknown: true },
      }),
    ])
  })
