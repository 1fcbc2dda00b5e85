const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Pauses after a failed attempt: three days in all, as Standard Webhooks proposes. */
const pausesMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** The part of a pause by which it may be longer, so that retries do not come together. */
const jitter = 0.1

/** A receiver may not put off a delivery for longer. */
const maxRetryAfterMs = 24 * hour

/**
 * Returns the pause after the failed attempt number `retry`, counted from 0, in ms;
 * undefined after the last. A receiver's later Retry-After is honoured.
 */
export function pauseAfter(
  retry: number,
  retryAfterMs = 0,
  random: () => number = Math.random,
): number | undefined {
  const pauseMs = pausesMs[retry]
  if (pauseMs === undefined) return undefined
  const wishedMs = Math.min(retryAfterMs, maxRetryAfterMs)
  return Math.max(Math.ceil(pauseMs * (1 + jitter * random())), wishedMs)
}

/** Statuses with which a receiver says that it has too much to do. */
const busyStatuses = [429, 502, 503, 504]

export const isBusy = (status: number | undefined): boolean =>
  status !== undefined && busyStatuses.includes(status)

/** The wait that a Retry-After asks for, in seconds or as a date; 0 for none. */
export function retryAfterMs(header: string | undefined, nowMs: number): number {
  if (header === undefined) return 0
  const ms = /^\d{1,9}$/.test(header)
    ? Number(header) * second
    : Date.parse(header) - nowMs
  return ms > 0 ? ms : 0
}
