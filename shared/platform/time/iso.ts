/** A time on the wire: ISO 8601 in UTC, in seconds. */
export const isoSeconds = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`

/** Formats a moment as ISO seconds; undefined for none. */
export const isoSecondsIfAny = (ms: number | undefined) =>
  ms === undefined ? undefined : isoSeconds(ms)
