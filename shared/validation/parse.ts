import type * as z from 'zod'
import { Failure, isFailureKind } from '../failure.ts'

/**
 * Parses a value from the wire. Throws the failure whose name is the message of the first
 * issue, or `invalid` when that message is no failure's name.
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (issue && isFailureKind(issue.message)) throw new Failure(issue.message)
  const path = issue?.path.join('.') || (value === undefined ? 'body' : 'request')
  throw new Failure('invalid', { fault: `${path}: ${issue?.message ?? 'is invalid'}` })
}
