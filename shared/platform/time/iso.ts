/** A time on the wire: ISO 8601 in UTC, in seconds. */
export const isoSeconds = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`

/** The same of a moment that may not have come. */
export const isoSecondsIfAny = (ms: number | undefined) =>
  ms === undefined ? undefined : isoSeconds(ms)
