import { Failure } from '../../failure.ts'

const dayForm = /^\d{4}-\d\d-\d\d$/

/** True if a text is a calendar day, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const ms = dayForm.test(text) ? Date.parse(text) : Number.NaN
  // Date.parse reads 31 February as 3 March
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/**
 * A day from a query, as YYYY-MM-DD; undefined when it was left out. Throws `malformedDay`
 * for anything else.
 */
export function readDay<T extends string | undefined>(name: string, value: T): T {
  if (value !== undefined && !isDay(value))
    throw new Failure('malformedDay', { name, value })
  return value
}
