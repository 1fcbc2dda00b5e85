import { invalid } from './errors.ts'
import type { Placeholders } from './paths.ts'
import { isMap, stored, type Value } from './values.ts'

/** The parameters of a command, as the product gives them to the document client. */
export type Parameters = Readonly<Record<string, unknown>>

/** A primary key of the table. */
export type Key = { readonly pk: string; readonly sk: string }

/** Refuses parameters that the table in memory does not know, rather than ignore them. */
export function refuseUnknown(parameters: Parameters, known: readonly string[]): void {
  const unknown = Object.keys(parameters).filter(
    (name) => parameters[name] !== undefined && !known.includes(name),
  )
  if (unknown.length > 0) throw new Error(`not in memory: ${unknown.join(', ')}`)
}

/** The key in a request: two texts that are not empty, and nothing else. */
export function keyIn(value: unknown): Key {
  const key = isMap(value) ? value : {}
  const { pk, sk, ...others } = key
  const fits = (text: unknown, maxBytes: number): text is string =>
    typeof text === 'string' && text !== '' && Buffer.byteLength(text) <= maxBytes
  if (!fits(pk, 2048) || !fits(sk, 1024) || Object.keys(others).length > 0) {
    throw invalid('One of the key values is invalid')
  }
  return { pk, sk }
}

/**
 * Names and values that stand for the placeholders of a request's expressions. As in the
 * engine, each is used and each that is used is there.
 */
export function placeholdersOf(
  parameters: Parameters,
  expressions: readonly unknown[],
): Placeholders {
  const names = (parameters.ExpressionAttributeNames ?? {}) as Record<string, string>
  const values = stored(parameters.ExpressionAttributeValues ?? {}) as Record<
    string,
    Value
  >
  const text = expressions.join(' ')
  const used = new Set(text.match(/[#:]\w+/g))
  const given = [...Object.keys(names), ...Object.keys(values)]
  if (given.length !== used.size || given.some((name) => !used.has(name))) {
    throw invalid(`a placeholder is not used or not given: ${text}`)
  }
  return { names, values }
}
