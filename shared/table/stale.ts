import { setTimeout as sleep } from 'node:timers/promises'

/** A record changed between its reading and its writing. */
export class Stale extends Error {}

/** Reads and writes again for as long as other writers come in between. */
export async function untilFresh<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Stale) || attempt === 50) throw error
      await sleep(Math.random() * Math.min(200, 5 * 2 ** attempt))
    }
  }
}
