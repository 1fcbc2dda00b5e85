import { boundsOf, dayAt, type OffsetAt } from '../../../shared/platform/time/clock.ts'

/** A calendar day of a time zone, from its first instant to the next day's, in Unix ms. */
export type Day = { readonly startMs: number; readonly endMs: number }

export const hourMs = 3_600_000

/** The day in which a moment lies: 23 to 25 hours where the clocks change. */
export function dayOf(ms: number, offsetAt: OffsetAt): Day {
  const { fromMs, untilMs } = boundsOf(dayAt(ms, offsetAt), offsetAt)
  return { startMs: fromMs, endMs: untilMs }
}

/** The day before. */
export const dayBefore = ({ startMs }: Day, offsetAt: OffsetAt): Day =>
  dayOf(startMs - 1, offsetAt)

/** The starts of a day's hours, in Unix ms. Hours have 60 minutes whatever clocks show. */
export function hoursOf({ startMs, endMs }: Day): number[] {
  const count = Math.ceil((endMs - startMs) / hourMs)
  return Array.from({ length: count }, (_, index) => startMs + index * hourMs)
}

/** The days of a time zone that a span touches, `YYYY-MM-DD`, for the filters of the API. */
export const daysTouched = ({ startMs, endMs }: Day, offsetAt: OffsetAt) => ({
  startDate: dayAt(startMs, offsetAt),
  endDate: dayAt(endMs - 1, offsetAt),
})
