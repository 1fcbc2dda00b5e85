export type BackoffLimits = { readonly baseMs: number; readonly capMs: number }

/**
 * Returns the milliseconds to wait before retry number `attempt`, counted from 0:
 * exponential backoff with full jitter. The ceiling doubles from `baseMs` up to `capMs`,
 * and the wait is anywhere below it, so that clients that failed together do not retry
 * together. `random` returns a number in [0, 1).
 */
export const backoffMs = (
  attempt: number,
  { baseMs, capMs }: BackoffLimits,
  random: () => number = Math.random,
): number => random() * Math.min(capMs, baseMs * 2 ** attempt)
