/** Returns the offset of clocks from UTC at a moment in Unix ms, in ms; below 0 west of UTC. */
export type OffsetAt = (ms: number) => number

/** From when on, in Unix ms, clocks have an offset, in ms. */
export type ClockRule = { readonly fromMs: number; readonly offsetMs: number }

/**
 * The offsets of a zone by rules, oldest first. Before the first one and from `untilMs` on they are
 * the runtime's own, which are as old as it is.
 */
export const offsetsBy = (
  timeZone: string,
  rules: readonly ClockRule[],
  untilMs = Number.POSITIVE_INFINITY,
): OffsetAt => {
  const format = formatOf(timeZone)
  return (ms) => {
    const rule = ms < untilMs ? rules.findLast(({ fromMs }) => fromMs <= ms) : undefined
    return rule ? rule.offsetMs : offsetIn(nameIn(format, ms))
  }
}

/** Clocks that show the days of a shop whose days begin this many ms after midnight. */
export const shopDays =
  (offsetAt: OffsetAt, dayStartMs: number): OffsetAt =>
  (ms) =>
    offsetAt(ms) - dayStartMs

/** Returns the ms from midnight to a time of the clock, such as 04:30. */
export function msOfTime(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

/** Returns the day that clocks show at a moment, as YYYY-MM-DD. */
export const dayAt = (ms: number, offsetAt: OffsetAt): string =>
  new Date(ms + offsetAt(ms)).toISOString().slice(0, 10)

/** The first moments of a day and of the one after it, in Unix ms. */
export function boundsOf(day: string, offsetAt: OffsetAt) {
  const midnight = Date.parse(day)
  return {
    fromMs: firstMoment(midnight, offsetAt),
    untilMs: firstMoment(midnight + dayMs, offsetAt),
  }
}

/**
 * Returns the first moment of the day that begins at this moment in UTC. If the clocks skip
 * midnight, it is the moment at which they skip it; if they show it twice, the first time.
 */
function firstMoment(midnight: number, offsetAt: OffsetAt): number {
  const [before, after] = [midnight - farthestMs, midnight + farthestMs]
  const atMidnight = [offsetAt(before), offsetAt(after)]
    .map((offset) => ({ ms: midnight - offset, offset }))
    .filter(({ ms, offset }) => offsetAt(ms) === offset)
    .map(({ ms }) => ms)
  return atMidnight.length > 0
    ? Math.min(...atMidnight)
    : changeBetween(before, after, offsetAt)
}

/** No zone was ever farther from UTC than 16 hours, and a shop's day begins up to 12 after. */
const farthestMs = 28 * 60 * 60_000
const dayMs = 24 * 60 * 60_000

/** The moment at which a zone's offset changes between two moments, to the second. */
function changeBetween(before: number, after: number, offsetAt: OffsetAt) {
  let [low, high] = [before / 1_000, after / 1_000]
  const offset = offsetAt(before)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * 1_000) === offset) low = middle
    else high = middle
  }
  return high * 1_000
}

/** The offset in a text such as GMT-03:00 and, before time zones, GMT-03:06:28. */
export function offsetIn(name: string): number {
  const [, sign, hours, minutes, seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
  // The offset of 0 is written as GMT alone
  if (hours === undefined) return 0
  const length = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return (sign === '-' ? -length : length) * 1_000
}

const nameIn = (format: Intl.DateTimeFormat, ms: number) =>
  format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** The shop's zone hardly ever changes, and to make a format takes long. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const made = formats.get(timeZone)
  if (made) return made
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  return format
}
