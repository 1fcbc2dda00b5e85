import { currentShop } from '../../current-shop.ts'
import { limitConcurrency } from '../../limit-concurrency.ts'
import { TableName } from '../../platform/dynamodb/client.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import {
  retryOnConflict,
  VersionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { read } from '../../platform/dynamodb/read.ts'
import type { Write } from '../../platform/dynamodb/write.ts'
import {
  type DayChange,
  type DayRecord,
  dayRecordKey,
  nextNumber,
  putEmptyDay,
  upsertDayWithTicket,
} from './day-record.ts'

/** A ticket has taken the number, a Z was made, or something was added; `day` is the record now. */
export class DayChanged extends VersionConflict {
  readonly day: DayRecord | undefined
  constructor(current: Item | undefined) {
    super('the day has changed')
    this.day = current as DayRecord | undefined
  }
}

/** Takes the next number for a ticket in its own transaction, and adds it to the day. */
export const upsertTicketNumber = (
  seen: DayRecord | undefined,
  currency: string,
  change: DayChange,
): Write =>
  upsertDayWithTicket(seen, currency, change, (current) => new DayChanged(current))

/**
 * Waits are short: the refusal has returned the number to try next, and each wait gives
 * others the time to take it.
 */
const backoff = { baseMs: 5, capMs: 40 }

/**
 * Gives a process's tickets their numbers one after the other, each from the record that
 * the one before has left. A Lambda serves one request at a time anyway; on one machine,
 * where one process serves all tills, a sale would otherwise lose its number to newer
 * ones again and again.
 */
const oneAtATime = limitConcurrency(1)

/**
 * Day record as the last ticket of this process left it, by table and shop. A sale has read the
 * record before it waited for its turn; without this copy, its first attempt would only learn
 * that the number is taken. Only tests have several tables in one process.
 */
const latest = new Map<string, DayRecord | undefined>()

/**
 * Runs `sell`, which writes a ticket with the next number of the day record that it is
 * given, and runs it again with a newer one as long as other tickets take that number.
 * Throws `conflict` after 15 s.
 */
export function sellWithNumber<T>(
  seen: DayRecord | undefined,
  sell: (seen: DayRecord | undefined) => Promise<T>,
): Promise<T> {
  const source = `${TableName()} ${currentShop().id}`
  let known = seen
  const sellNext = async () => {
    const left = latest.get(source)
    const day = nextNumber(left) > nextNumber(known) ? left : known
    try {
      const result = await sell(day)
      const lastNumber = nextNumber(day)
      latest.set(source, { ...dayRecordKey, changes: 0, ...day, lastNumber })
      return result
    } catch (error) {
      if (error instanceof DayChanged) {
        known = error.day
        latest.set(source, known)
      }
      throw error
    }
  }
  return retryOnConflict(() => oneAtATime(sellNext), backoff)
}

/** Attempts in a row, each with the day that the refusal before it has returned. */
const attempts = 20

/**
 * Runs `freeze`, which keeps the given sums of the day and empties the day by the given
 * write, in one transaction; runs it again with a newer day as long as sales, refunds or
 * cash movements come between. Throws VersionConflict when they always do.
 */
export const freezeDay = (
  freeze: (day: DayRecord | undefined, emptied: Write) => Promise<void>,
): Promise<void> =>
  oneAtATime(async () => {
    let day = await read<DayRecord>(dayRecordKey)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await freeze(
          day,
          putEmptyDay(day, (current) => new DayChanged(current)),
        )
      } catch (error) {
        if (!(error instanceof DayChanged) || attempt === attempts) throw error
        day = error.day
      }
    }
  })
