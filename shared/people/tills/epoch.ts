import { newId } from '../../ids.ts'
import { versionConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import { update, upsert, type Write } from '../../platform/dynamodb/write.ts'
import {
  isStopped,
  type Series,
  seriesKey,
  type TillRecord,
  tillDayKey,
} from './till-records.ts'

/** Series that are passed over: tills that were registered after the moment restored to have them. */
const seriesPassedOver = 24

/** Begins another epoch with all these tills, and new series further on. Throws VersionConflict. */
export const upsertNextEpoch = (
  seen: Series | undefined,
  tills: readonly TillRecord[],
): Write =>
  upsert(
    seriesKey,
    {
      set: {
        next:
          Math.max(seen?.next ?? 0, ...tills.map(({ place }) => place + 1)) +
          seriesPassedOver,
        count: tills.filter((till) => !isStopped(till)).length,
        epoch: newId(),
      },
      when: seen
        ? '#next = :seen AND #count = :tills'
        : 'attribute_not_exists(#next) AND attribute_not_exists(#count)',
      values: { seen: seen?.next, tills: seen?.count },
    },
    versionConflict,
  )

/** Lets a till sell nothing until it has handed in what it sold before the epoch. */
export const updateMustHandIn = (tillId: string): Write =>
  update(tillDayKey(tillId), {
    set: { mustHandIn: true },
    add: { changes: 1, numbersVersion: 1 },
  })

/** Lets a till sell again: it has handed in. */
export const updateHandedIn = (tillId: string): Write =>
  update(tillDayKey(tillId), {
    remove: ['mustHandIn'],
    add: { changes: 1, numbersVersion: 1 },
  })
