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

export const isMap = (value: unknown): value is Attributes =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array)

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
  if (isMap(value) && isPlain(value)) {
    const copy: Record<string, Value> = {}
    for (const name of Object.keys(value)) {
      if (value[name] !== undefined) copy[name] = stored(value[name])
    }
    return copy
  }
  throw new Error(`the table in memory cannot store a ${typeof value} of this kind`)
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The type letter of a value, as in `attribute_type`. */
export function typeOf(value: Value): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return 'S'
  if (typeof value === 'number') return 'N'
  if (typeof value === 'boolean') return 'BOOL'
  if (value instanceof Uint8Array) return 'B'
  return Array.isArray(value) ? 'L' : 'M'
}

/** Order of two values of one type that has an order; undefined for others. */
export function order(one: Value, other: Value): number | undefined {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one === 'string' && typeof other === 'string') return textOrder(one, other)
  if (one instanceof Uint8Array && other instanceof Uint8Array) {
    return Buffer.compare(one, other)
  }
  return undefined
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

export function equal(one: Value, other: Value): boolean {
  if (one === other) return true
  if (typeOf(one) !== typeOf(other)) return false
  if (one instanceof Uint8Array) return order(one, other) === 0
  if (Array.isArray(one)) {
    const list = other as readonly Value[]
    return (
      one.length === list.length && one.every((each, at) => equal(each, list[at] ?? null))
    )
  }
  if (!isMap(one) || !isMap(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) && equal(one[name] ?? null, other[name] ?? null),
    )
  )
}

/** Bytes of a value as DynamoDB documents it, about exact for numbers. */
export function sizeOf(value: Value): number {
  if (value === null || typeof value === 'boolean') return 1
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return numberSize(value)
  if (value instanceof Uint8Array) return value.length
  if (Array.isArray(value)) {
    return value.reduce((sum, each) => sum + 1 + sizeOf(each), 3)
  }
  return mapSize(value as Attributes, 3, 1)
}

/** Bytes of an item: names and values. */
export const itemSize = (item: Attributes): number => mapSize(item, 0, 0)

const mapSize = (map: Attributes, base: number, perEntry: number) =>
  Object.entries(map).reduce(
    (sum, [name, value]) => sum + perEntry + Buffer.byteLength(name) + sizeOf(value),
    base,
  )

/** One byte for two significant digits, one for the exponent, one for a minus. */
function numberSize(value: number): number {
  const digits = String(value)
    .replace(/[-.]|e.*$/g, '')
    .replace(/^0+|0+$/g, '')
  return Math.ceil(digits.length / 2) + 1 + (value < 0 ? 1 : 0)
}
