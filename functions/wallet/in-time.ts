import { setTimeout as sleep } from 'node:timers/promises'

/** What is left of the function's 29 s when the node took its 25. */
const leftMs = 3_000

/** A second look at the node; undefined when it fails or takes longer than there is. */
export const inTime = <T>(look: Promise<T>): Promise<T | undefined> =>
  Promise.race([look.catch(() => undefined), sleep(leftMs, undefined, { ref: false })])
