/** A calendar day of a time zone, from its first instant to the next day's, in Unix ms. */
export type Day = { readonly startMs: number; readonly endMs: number }

const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/** No day is longer, whatever the clocks do. */
const longestDayMs = 26 * hourMs

/** The day in which a moment lies: 23 to 25 hours where the clocks change. */
export function dayOf(ms: number, timeZone: string): Day {
  const date = calendarDate(ms, timeZone)
  const dateOf = (moment: number) => calendarDate(moment, timeZone)
  return {
    startMs: firstMoment(ms - longestDayMs, ms, (moment) => dateOf(moment) >= date),
    endMs: firstMoment(ms, ms + longestDayMs, (moment) => dateOf(moment) > date),
  }
}

/** The day before. */
export const dayBefore = ({ startMs }: Day, timeZone: string): Day =>
  dayOf(startMs - 1, timeZone)

/** The starts of a day's hours, in Unix ms. Hours have 60 minutes whatever clocks show. */
export function hoursOf({ startMs, endMs }: Day): number[] {
  const count = Math.ceil((endMs - startMs) / hourMs)
  return Array.from({ length: count }, (_, index) => startMs + index * hourMs)
}

/** The days of a time zone that a span touches, `YYYY-MM-DD`, for the filters of the API. */
export const daysTouched = ({ startMs, endMs }: Day, timeZone: string) => ({
  startDate: calendarDate(startMs, timeZone),
  endDate: calendarDate(endMs - 1, timeZone),
})

/** The date in a time zone, `YYYY-MM-DD`. */
export const calendarDate = (ms: number, timeZone: string): string =>
  dateFormat(timeZone).format(ms)

const dateFormats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(timeZone: string): Intl.DateTimeFormat {
  // Swedish dates are written as ISO 8601 does.
  const format =
    dateFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  dateFormats.set(timeZone, format)
  return format
}

/**
 * The first minute, after `fromMs` and until `toMs`, from which on a condition holds. Days
 * begin at whole minutes in every time zone, but not always at midnight.
 */
function firstMoment(
  fromMs: number,
  toMs: number,
  holds: (ms: number) => boolean,
): number {
  let before = Math.floor(fromMs / minuteMs)
  let from = Math.floor(toMs / minuteMs)
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (holds(middle * minuteMs)) from = middle
    else before = middle
  }
  return from * minuteMs
}
