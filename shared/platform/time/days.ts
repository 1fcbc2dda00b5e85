import { boundsOf, dayAt } from './clock.ts'
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
  untilMs: to === undefined ? undefined : boundsOf(to, offsetsOf(timezone)).untilMs,
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
export const dayOf = (ms: number, timezone: Timezone) => dayAt(ms, offsetsOf(timezone))

/** The first moment of a day in a zone, in Unix ms. */
export const startOfDay = (day: string, timezone: Timezone): number =>
  boundsOf(day, offsetsOf(timezone)).fromMs

const dayMs = 24 * 60 * 60_000

const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
