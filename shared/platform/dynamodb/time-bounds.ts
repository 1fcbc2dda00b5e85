import type { Period } from '../time/days.ts'

/**
 * The bounds of a period in sort keys that begin with a moment in ISO 8601, in milliseconds;
 * undefined for all time.
 */
export function boundsOfPeriod({
  fromMs,
  untilMs,
}: Period): readonly [from: string, to: string] | undefined {
  if (fromMs === undefined && untilMs === undefined) return undefined
  const from = fromMs === undefined ? '0' : sortableTime(fromMs)
  // `~` sorts after all that follows the last millisecond in a key
  const to = untilMs === undefined ? '~' : `${sortableTime(untilMs - 1)}~`
  return [from, to]
}

/** Within the years that have four digits, which sort as texts. */
const sortableTime = (ms: number) =>
  new Date(Math.min(Math.max(ms, firstMs), lastMs)).toISOString()

const firstMs = Date.parse('0000-01-01T00:00:00.000Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')
