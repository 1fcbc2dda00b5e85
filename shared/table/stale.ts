import { setTimeout as sleep } from 'node:timers/promises'
import { atMost } from '../at-most.ts'
import { Failure } from '../failure.ts'

/** A record changed between its reading and its writing. */
export class Stale extends Error {}

/** How long a change is tried again; a request may take 29 s. */
const patienceMs = 15_000

/** The longest pause: a crowd at one record must come down to about one try at a time. */
const longestPauseMs = 2_000

/**
 * Second tries go one by one. A Lambda serves one request at a time anyway, but on one
 * machine a crowd at one record would hold itself up.
 */
const inTurn = atMost(1)

/**
 * Reads and writes again for as long as other writers come in between. Throws `conflict`
 * when they still do after 15 s.
 */
export async function untilFresh<T>(work: () => Promise<T>): Promise<T> {
  const giveUpAtMs = Date.now() + patienceMs
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await (attempt === 0 ? work() : inTurn(work))
    } catch (error) {
      if (!(error instanceof Stale)) throw error
      if (Date.now() > giveUpAtMs) throw new Failure('conflict', {}, { cause: error })
      await sleep(Math.random() * Math.min(longestPauseMs, 10 * 2 ** attempt))
    }
  }
}
