import { TableName } from '../dynamodb/client.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Write } from '../dynamodb/write.ts'
import { limitConcurrency } from '../limit-concurrency.ts'
import type { DayChange } from './day-change.ts'
import {
  type DayRecord,
  dayRecordKey,
  nextNumber,
  upsertDayWithTicket,
} from './day-record.ts'

/** Another ticket has taken the number; `day` is the record with the number it has now. */
export class NumberTaken extends VersionConflict {
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
 * Tickets of a process get their numbers one after the other, each beginning with what the
 * one before it has left. A Lambda serves one request at a time anyway; on one machine, where
 * one process serves all tills, a sale would otherwise lose its number to newer ones again
 * and again.
 */
const oneAtATime = limitConcurrency(1)

/** Runs work while no ticket of this process takes a number. */
export const betweenTickets = <T>(work: () => Promise<T>): Promise<T> => oneAtATime(work)

/**
 * The day record as the last ticket of this process left it. A sale has read the record before
 * it waited for its turn; without this, its first attempt would only learn that the number is
 * taken. One process has one table, except in tests.
 */
let latest: { readonly table: string; readonly day: DayRecord | undefined } | undefined

/**
 * Runs `sell`, which writes a ticket with the next number of the day record that it is
 * given, and runs it again with a newer one as long as other tickets take that number.
 * Throws `conflict` after 15 s.
 */
export function sellWithNumber<T>(
  seen: DayRecord | undefined,
  sell: (seen: DayRecord | undefined) => Promise<T>,
): Promise<T> {
  const table = TableName()
  let known = seen
  const sellNext = async () => {
    const left = latest?.table === table ? latest.day : undefined
    const day = nextNumber(left) > nextNumber(known) ? left : known
    try {
      const result = await sell(day)
      const lastNumber = nextNumber(day)
      latest = { table, day: { ...dayRecordKey, changes: 0, ...day, lastNumber } }
      return result
    } catch (error) {
      if (error instanceof NumberTaken) {
        known = error.day
        latest = { table, day: known }
      }
      throw error
    }
  }
  return retryOnConflict(() => oneAtATime(sellNext), backoff)
}
