import { tillPartition } from '../../people/tills/till-records.ts'
import type { Key } from '../../platform/dynamodb/keys.ts'
import { readAll } from '../../platform/dynamodb/read.ts'
import { upsert, type Write } from '../../platform/dynamodb/write.ts'
import {
  addedDays,
  additions,
  type DayChange,
  type DayRecord,
  type DaySums,
  daySums,
} from './day-record.ts'

/**
 * Sums of the sales of a day that came after its Z and count in a later part of a till: a record of
 * their own, so that the record which every sale locks stays small.
 */
export type LateRecord = DayRecord & {
  /** When they were sold, YYYY-MM-DD by the shop's days. */
  readonly day: string
}

const lateKey = (tillId: string, part: number, day: string): Key => ({
  pk: tillPartition(tillId),
  sk: `LATE#${part}#${day}`,
})

/** Adds a sale to what is late in the open part of a till. */
export function upsertLate(
  tillId: string,
  part: number,
  day: string,
  change: DayChange,
): Write {
  const { set, add } = additions(change)
  return upsert(lateKey(tillId, part, day), { set: { ...set, day }, add })
}

/** Late sales of a part of a till by day, the earliest first. */
export const lateOf = (tillId: string, part: number) => {
  const { pk, sk: prefix } = lateKey(tillId, part, '')
  return readAll<LateRecord>({ pk, prefix })
}

export type LateSums = { readonly day: string; readonly sums: DaySums }

/** Sums late sales of several tills and parts by day, the earliest first. */
export const lateByDay = (records: readonly LateRecord[]): LateSums[] =>
  [...Map.groupBy(records, ({ day }) => day)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, [first, ...others]]) => ({
      day,
      sums: daySums(first && addedDays(first, others)),
    }))
