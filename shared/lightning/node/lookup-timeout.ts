import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Resolves to a lookup at the node, or to undefined when it fails or takes too long. For
 * lookups that accompany a payment and must not fail it.
 */
export const lookUpWithTimeout = <T>(
  lookup: Promise<T>,
  timeoutMs: number,
): Promise<T | undefined> =>
  Promise.race([
    lookup.catch(() => undefined),
    sleep(timeoutMs, undefined, { ref: false }),
  ])

/**
 * A payment may take 25 of the function's 29 s. The rest is for a lookup before it and
 * one after it, or for one of its chain or fees.
 */
export const lookupTimeoutMs = {
  before: 1_500,
  after: 1_500,
  chain: 2_000,
  fees: 3_000,
} as const
