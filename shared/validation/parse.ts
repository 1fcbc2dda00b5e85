import type * as z from 'zod'
import { Failure, isFailureKind } from '../failure.ts'

/**
 * A value from the wire by its schema. Throws the failure that the first fault's message
 * names, `invalid` when it names none.
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (issue && isFailureKind(issue.message)) throw new Failure(issue.message)
  const place = issue?.path.join('.') || (value === undefined ? 'body' : 'request')
  throw new Failure('invalid', { fault: `${place}: ${issue?.message ?? 'is invalid'}` })
}
