import { required } from '../../failure.ts'
import { newId, sortableId } from '../../ids.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import {
  type TillRecord,
  tillDayKey,
  tillKey,
  tillPartition,
} from '../../people/tills/till-records.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { insert } from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { type DayRecord, dayRecordKey } from '../sales/day-record.ts'
import type { TillDay } from '../sales/till-day.ts'
import { rowsOf } from './parts.ts'
import { findOpenShift } from './shift-records.ts'
import { begunDrawers } from './z-reports.ts'

/** The cash that was counted in a till's drawer at some moment. */
export type CountRecord = Item & {
  readonly id: string
  readonly countedAt: string
  readonly userId: string
  readonly countedCents: number
  readonly expectedCents: number | bigint
}

/**
 * Keeps the count of a till's drawer beside the expected cash, for POST
 * /tills/{id}/counts. Throws `notFound`.
 */
export async function countDrawer(
  tillId: string,
  countedCents: number,
  { userId, nowMs }: { readonly userId: string; readonly nowMs: number },
) {
  const [till, ofTill, day] = await readMany<[TillRecord, TillDay, DayRecord]>([
    tillKey(tillId),
    tillDayKey(tillId),
    dayRecordKey,
  ])
  const shift = await findOpenShift()
  const begun = shift ? await begunDrawers(shift, day) : []
  const [row] = rowsOf([{ till: required(till), day: required(ofTill) }], {
    begun,
    counted: [],
  })
  const expectedCents = required(row).figures.expectedTotalCents
  const id = newId()
  return transactAndRespond(
    [
      insert({
        pk: tillPartition(tillId),
        sk: `COUNT#${sortableId(id)}`,
        id,
        countedAt: isoSeconds(nowMs),
        userId,
        countedCents,
        expectedCents,
      } satisfies CountRecord),
      insertAuditEntry({
        kind: 'till',
        subject: { id: tillId, name: required(till).name },
        after: { countedCents, expectedCents: Number(expectedCents) },
      }),
    ],
    { id },
  )
}
