import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A look at the node beside what it is asked to do; undefined when it fails or takes
 * longer than there is.
 */
export const lookUpWithTimeout = <T>(
  lookup: Promise<T>,
  withinMs: number,
): Promise<T | undefined> =>
  Promise.race([
    lookup.catch(() => undefined),
    sleep(withinMs, undefined, { ref: false }),
  ])

/**
 * What the function's 29 s leave when the node takes its 25: a look before a payment and
 * one after it, or one for its fees.
 */
export const lookupTimeoutMs = { before: 1_500, after: 1_500, fees: 3_000 } as const
