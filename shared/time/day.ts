import { Failure } from '../failure.ts'

const form = /^\d{4}-\d\d-\d\d$/

/**
 * A query's UTC day as YYYY-MM-DD, undefined when it was left out. Throws `malformedDay`
 * for anything that is not a day of the calendar.
 */
export function readDay<T extends string | undefined>(name: string, value: T): T {
  if (value === undefined) return value
  const ms = form.test(value) ? Date.parse(value) : Number.NaN
  // Date.parse takes 31 February for 3 March
  const isDay = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value)
  if (!isDay) throw new Failure('malformedDay', { name, value })
  return value
}
