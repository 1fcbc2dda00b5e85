/** A value of an item, as the document client has it. The product stores no sets. */
export type Value =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly Value[]
  | { readonly [name: string]: Value }

/** The attributes of an item, its key among them. */
export type Attributes = { readonly [name: string]: Value }

/** The parameters of a command, as the product gives them to the document client. */
export type Parameters = Readonly<Record<string, unknown>>

/** A primary key of the table. */
export type Key = { readonly pk: string; readonly sk: string }

/**
 * A copy as the document client would store and return it: without undefined, with nothing
 * in common with the original. Throws for what it cannot store.
 */
export function stored(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') {
    return value
  }
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (value instanceof Uint8Array) return Uint8Array.from(value)
  if (Array.isArray(value)) return value.filter((each) => each !== undefined).map(stored)
  if (value instanceof Map) return stored(Object.fromEntries(value))
  if (typeof value !== 'object' || (value.constructor ?? Object) !== Object) {
    throw new Error(`the table in memory cannot store a ${typeof value} of this kind`)
  }
  const copy: Record<string, Value> = {}
  for (const [name, each] of Object.entries(value)) {
    if (each !== undefined) copy[name] = stored(each)
  }
  return copy
}

const surrogates = /[\ud800-\udfff]/

/** Texts are sorted by their UTF-8 bytes; UTF-16 differs for what has surrogates. */
export function textOrder(one: string, other: string): number {
  if (one === other) return 0
  if (surrogates.test(one) || surrogates.test(other)) {
    return Buffer.compare(Buffer.from(one), Buffer.from(other))
  }
  return one < other ? -1 : 1
}

/** About the bytes that DynamoDB counts of an item. */
export const itemSize = (item: Attributes | undefined): number =>
  item ? Buffer.byteLength(JSON.stringify(item)) : 0
