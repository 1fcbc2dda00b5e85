import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Write } from '../dynamodb/write.ts'
import {
  type DayChange,
  type DayRecord,
  dayRecordKey,
  nextNumber,
  upsertDayWithTicket,
} from './day-record.ts'

/** Another ticket has taken the number; `day` is the record with the number it has now. */
class NumberTaken extends VersionConflict {
  readonly day: DayRecord | undefined
  constructor(day: DayRecord | undefined) {
    super('the ticket number is taken')
    this.day = day
  }
}

/** Takes the next number for a ticket in its own transaction, and adds it to the day. */
export const upsertTicketNumber = (
  seen: DayRecord | undefined,
  change: DayChange,
): Write => upsertDayWithTicket(seen, change, (current) => new NumberTaken(current))

/**
 * Waits are short: the refusal has returned the number to try next, and each wait gives
 * others the time to take it.
 */
const backoff = { baseMs: 5, capMs: 40 }

/**
 * What the day record was when this process last saw it. A Lambda serves one request at a
 * time, but on one machine all tills are served here: the next in line then begins with
 * the number that the one before it has left.
 */
let latest: DayRecord | undefined

/**
 * Runs `sell`, which writes a ticket with the next number of the day record that it is
 * given, and runs it again with a newer one as long as other tickets take that number.
 * Throws `conflict` after 15 s.
 */
export async function sellWithNumber<T>(
  seen: DayRecord | undefined,
  sell: (seen: DayRecord | undefined) => Promise<T>,
): Promise<T> {
  let isTaken = false
  return retryOnConflict(async () => {
    const day = isTaken ? latest : seen
    try {
      const result = await sell(day)
      latest = { ...dayRecordKey, changes: 0, ...day, lastNumber: nextNumber(day) }
      return result
    } catch (error) {
      if (error instanceof NumberTaken) {
        isTaken = true
        latest = error.day
      }
      throw error
    }
  }, backoff)
}
