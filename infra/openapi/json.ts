/** A value of a JSON document. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

/** An object without the keys that have no value. */
export const given = (fields: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    ),
  )

/** An object whose values went through `change`. */
export const mapValues = (
  object: JsonObject,
  change: (value: Json, key: string) => Json,
): JsonObject =>
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(value, key)]),
  )

/** A text of a document; blank for any other value. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : ''

/** A copy in which every object, at any depth, went through `change`; inner ones first. */
export function mapObjects(
  value: Json,
  change: (object: JsonObject) => JsonObject,
): Json {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  if (typeof value !== 'object' || value === null) return value
  return change(
    Object.fromEntries(
      Object.entries(value as JsonObject).map(([key, item]) => [
        key,
        mapObjects(item, change),
      ]),
    ),
  )
}
