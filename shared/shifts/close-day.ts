import { updateUnchanged } from '../dynamodb/optimistic-lock.ts'
import { transact } from '../dynamodb/transact.ts'
import type { Write } from '../dynamodb/write.ts'
import { nextZNumber } from '../sales/day-record.ts'
import { freezeDay } from '../sales/freeze-day.ts'
import { findUser } from '../staff/users.ts'
import type * as wire from './shift.ts'
import type { Shift } from './shift-records.ts'
import { insertZReport } from './z-reports.ts'

/** When somebody asks for a change, and who. */
export type Request = { readonly nowMs: number; readonly userId: string }

type DayClosing = {
  readonly changes: Partial<wire.ShiftInput & wire.ClosingAmounts>
  readonly writes: readonly Write[]
  readonly response: unknown
  readonly by: Request
}

/**
 * Closes an open shift: freezes the day as its Z and empties it in the same transaction.
 * Throws VersionConflict when the shift was changed since it was read.
 */
export async function closeDay(
  current: Shift,
  { changes, writes, response, by }: DayClosing,
) {
  const userName = (await findUser(by.userId))?.name ?? null
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const closed: Shift = { ...current, ...Object.fromEntries(given) }
  await freezeDay((day, emptied) =>
    transact(
      [
        ...writes,
        updateUnchanged(current, ['version'], {
          set: {
            ...changes,
            zNumbers: [...(current.zNumbers ?? []), nextZNumber(day)],
          },
          add: { version: 1 },
        }),
        insertZReport(day, closed, { ...by, userName }),
        emptied,
      ],
      response,
    ),
  )
}
