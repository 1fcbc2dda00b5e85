import { boundsOf, dayAt, shopDays } from './clock.ts'
import { offsetsOf, type Timezone } from './zone.ts'

/** Calendar days as YYYY-MM-DD, both included; one side may be left open. */
export type Days = {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * First moment of a period, and the first moment after it, in Unix ms; either may be left open.
 */
export type Period = {
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
}

/** Start of a shop's days: a time of the day in its zone. */
export type ShopTime = {
  readonly timezone: Timezone
  /** After midnight; 0 if left out. */
  readonly dayStartMs?: number | undefined
}

const clocksOf = ({ timezone, dayStartMs = 0 }: ShopTime) =>
  shopDays(offsetsOf(timezone), dayStartMs)

/** The moments of days of a shop. */
export const periodOf = ({ from, to }: Days, time: ShopTime): Period => ({
  fromMs: from === undefined ? undefined : startOfDay(from, time),
  untilMs: to === undefined ? undefined : boundsOf(to, clocksOf(time)).untilMs,
})

/** Periods of reports, up to today. */
export type PeriodName = 'day' | 'week' | 'month' | 'year'

/** The days of the current day, week (from Monday), month or year until today. */
export function daysUpTo(nowMs: number, name: PeriodName, time: ShopTime): Days {
  const to = dayOf(nowMs, time)
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

/** The shop's day of a moment, as YYYY-MM-DD. */
export const dayOf = (ms: number, time: ShopTime) => dayAt(ms, clocksOf(time))

/** The first moment of a shop's day, in Unix ms. */
export const startOfDay = (day: string, time: ShopTime): number =>
  boundsOf(day, clocksOf(time)).fromMs

const dayMs = 24 * 60 * 60_000

const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
