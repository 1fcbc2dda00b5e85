/** Lengths of the period; a range has any first and last day. */
export const kinds = ['day', 'week', 'month', 'year', 'range'] as const
export type Kind = (typeof kinds)[number]

/** Days of the shop, `YYYY-MM-DD`, the first and the last. */
export type Days = { readonly from: string; readonly to: string }

const dayMs = 86_400_000

/** The moment at which a day begins in UTC, by which days are counted, in Unix ms. */
const msOf = (day: string) => Date.parse(day)
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Returns the day that many days later; negative for earlier. */
export const addDays = (day: string, count: number) => dayAt(msOf(day) + count * dayMs)

/** Counts days, both ends included. */
export const lengthOf = ({ from, to }: Days) => (msOf(to) - msOf(from)) / dayMs + 1

/** Returns the days as a file's name has them. */
export const fileDays = ({ from, to }: Days) => (from === to ? from : `${from} ${to}`)

/** All days of a period, the first one first. */
export const daysIn = (days: Days): string[] =>
  Array.from({ length: lengthOf(days) }, (_, at) => addDays(days.from, at))

/**
 * Returns the same day of a month that many months later; the last day of a month without it.
 */
function addMonths(day: string, count: number): string {
  const date = new Date(msOf(day))
  const month = date.getUTCMonth() + count
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0))
  return dayAt(last.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate())))
}

/** The day, the week from Monday, the month or the year that has a day. */
export function periodWith(kind: Exclude<Kind, 'range'>, day: string): Days {
  if (kind === 'day') return { from: day, to: day }
  if (kind === 'week') {
    const from = addDays(day, -((new Date(msOf(day)).getUTCDay() + 6) % 7))
    return { from, to: addDays(from, 6) }
  }
  if (kind === 'month') {
    const from = `${day.slice(0, 7)}-01`
    return { from, to: addDays(addMonths(from, 1), -1) }
  }
  return { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` }
}

/**
 * Returns the period of the same kind that many periods later, negative for earlier; a
 * range moves by its length.
 */
export function shifted(kind: Kind, days: Days, count: number): Days {
  if (kind === 'range') {
    const length = lengthOf(days) * count
    return { from: addDays(days.from, length), to: addDays(days.to, length) }
  }
  const by = {
    day: () => addDays(days.from, count),
    week: () => addDays(days.from, 7 * count),
    month: () => addMonths(days.from, count),
    year: () => addMonths(days.from, 12 * count),
  }
  return periodWith(kind, by[kind]())
}

/**
 * The period before, to compare with: of one that runs still only its first days, as many as have
 * begun.
 */
export function before(kind: Kind, days: Days, today: string): Days {
  const whole = shifted(kind, days, -1)
  const isRunning = days.from <= today && today < days.to
  if (!isRunning) return whole
  const last = addDays(whole.from, lengthOf({ from: days.from, to: today }) - 1)
  return { from: whole.from, to: last < whole.to ? last : whole.to }
}
