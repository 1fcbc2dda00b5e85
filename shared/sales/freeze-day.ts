import { VersionConflict } from '../dynamodb/optimistic-lock.ts'
import { read } from '../dynamodb/read.ts'
import type { Write } from '../dynamodb/write.ts'
import { type DayRecord, dayRecordKey, putEmptyDay } from './day-record.ts'
import { betweenTickets } from './ticket-numbers.ts'

/** Something was added to the day; `day` is the record with it. */
class DayChanged extends VersionConflict {
  readonly day: DayRecord | undefined
  constructor(day: DayRecord | undefined) {
    super('the day has changed')
    this.day = day
  }
}

/** Attempts in a row, each with the day that the refusal before it has returned. */
const attempts = 20

/**
 * Runs `freeze`, which keeps the sums of the day that it is given and empties it by the
 * write that it is given, in one transaction; and runs it again with a newer day as long as
 * sales, refunds or cash movements come between. Throws VersionConflict when they always do.
 */
export const freezeDay = (
  freeze: (day: DayRecord | undefined, emptied: Write) => Promise<void>,
): Promise<void> =>
  betweenTickets(async () => {
    let day = await read<DayRecord>(dayRecordKey)
    for (let attempt = 1; ; attempt += 1) {
      try {
        await freeze(
          day,
          putEmptyDay(day, (current) => new DayChanged(current as DayRecord | undefined)),
        )
        return
      } catch (error) {
        if (!(error instanceof DayChanged) || attempt === attempts) throw error
        day = error.day
      }
    }
  })
