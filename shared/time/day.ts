import { Failure } from '../failure.ts'

const dayForm = /^\d{4}-\d\d-\d\d$/

/**
 * A UTC day from a query, as YYYY-MM-DD; undefined when it was left out. Throws
 * `malformedDay` for anything else.
 */
export function readDay<T extends string | undefined>(name: string, value: T): T {
  if (value === undefined) return value
  const ms = dayForm.test(value) ? Date.parse(value) : Number.NaN
  // Date.parse reads 31 February as 3 March
  const isDay = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value)
  if (!isDay) throw new Failure('malformedDay', { name, value })
  return value
}
