import { offsetsOf, type Timezone } from './zone.ts'

/** Calendar days as YYYY-MM-DD, both included; one side may be left open. */
export type Days = {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** From a moment to the one before another, in Unix ms; one side may be left open. */
export type Period = {
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
}

/** The moments of the days of a zone. */
export const periodOf = ({ from, to }: Days, timezone: Timezone): Period => ({
  fromMs: from === undefined ? undefined : startOfDay(from, timezone),
  untilMs: to === undefined ? undefined : firstMoment(Date.parse(to) + dayMs, timezone),
})

/** What reports cover up to today. */
export type PeriodName = 'day' | 'week' | 'month' | 'year'

/** The days of the current day, week (from Monday), month or year until today. */
export function daysUpTo(nowMs: number, name: PeriodName, timezone: Timezone): Days {
  const to = dayOf(nowMs, timezone)
  switch (name) {
    case 'day':
      return { from: to, to }
    case 'week': {
      const daysSinceMonday = (new Date(to).getUTCDay() + 6) % 7
      return { from: utcDay(Date.parse(to) - daysSinceMonday * dayMs), to }
    }
    case 'month':
      return { from: `${to.slice(0, 7)}-01`, to }
    case 'year':
      return { from: `${to.slice(0, 4)}-01-01`, to }
  }
}

/** The day that a zone's calendar shows at a moment, as YYYY-MM-DD. */
export const dayOf = (ms: number, timezone: Timezone) =>
  utcDay(ms + offsetsOf(timezone)(ms))

/**
 * The first moment of a day in a zone, in Unix ms. Where the clocks skip midnight it is the
 * moment at which they skip it; where they show it twice it is the first time.
 */
export const startOfDay = (day: string, timezone: Timezone) =>
  firstMoment(Date.parse(day), timezone)

/** The same for the day that begins at this moment in UTC. */
function firstMoment(midnight: number, timezone: Timezone): number {
  const offsetAt = offsetsOf(timezone)
  const [before, after] = [midnight - farthestMs, midnight + farthestMs]
  const atMidnight = [offsetAt(before), offsetAt(after)]
    .map((offset) => ({ ms: midnight - offset, offset }))
    .filter(({ ms, offset }) => offsetAt(ms) === offset)
    .map(({ ms }) => ms)
  return atMidnight.length > 0
    ? Math.min(...atMidnight)
    : changeBetween(before, after, offsetAt)
}

/** No zone was ever farther from UTC. */
const farthestMs = 16 * 60 * 60_000
const dayMs = 24 * 60 * 60_000

/** The moment at which a zone's offset changes between two moments, to the second. */
function changeBetween(before: number, after: number, offsetAt: (ms: number) => number) {
  let [low, high] = [before / 1_000, after / 1_000]
  const offset = offsetAt(before)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * 1_000) === offset) low = middle
    else high = middle
  }
  return high * 1_000
}

const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
