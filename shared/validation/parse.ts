import type * as z from 'zod'
import { Failure, isFailureKind } from '../failure.ts'

/**
 * Parses a value from the wire. Throws the failure whose name is the message of the first
 * issue, or `invalid` when that message is no failure's name, with the issue's `field`.
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue && issue.path.length > 0 ? { field: fieldOf(issue.path) } : {}
  if (issue && isFailureKind(issue.message)) throw new Failure(issue.message, field)
  const path = issue?.path.join('.') || (value === undefined ? 'body' : 'request')
  const fault = `${path}: ${issue?.message ?? 'is invalid'}`
  throw new Failure('invalid', { fault, ...field })
}

/** A path in the form of `items[0].quantity`. */
const fieldOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((field, part) => {
    if (typeof part === 'number') return `${field}[${part}]`
    return field === '' ? String(part) : `${field}.${String(part)}`
  }, '')
