import type * as z from 'zod'
import { Failure, type FailureKind } from '../../failure.ts'

const mark = 'failure: '

/** The message of a schema's check that fails as this failure. */
export const failing = (kind: FailureKind) => `${mark}${kind}`

/** The failure that a schema's message names; undefined for any other message. */
export const failureIn = (message = ''): FailureKind | undefined =>
  message.startsWith(mark) ? (message.slice(mark.length) as FailureKind) : undefined

/**
 * Parses a value from the wire. Throws the failure that the first issue names by `failing`,
 * else `invalid`, with the issue's `field`.
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue && issue.path.length > 0 ? { field: fieldOf(issue.path) } : {}
  const kind = failureIn(issue?.message)
  if (kind) throw new Failure(kind, field)
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
