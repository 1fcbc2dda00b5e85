import { type Json, type JsonObject, mapValues, textOf } from './json.ts'
import { samples } from './samples.ts'

/** The schemas of nouns by their names. */
export type Nouns = Readonly<Record<string, JsonObject>>

/** The name of the noun that a schema refers to, if it does. */
export const nounOf = ({ $ref }: JsonObject): string =>
  textOf($ref).split('/').at(-1) ?? ''

/** A value that is as a schema of a noun or operation says, made of samples of its fields. */
export function sampleOf(schema: JsonObject, nouns: Nouns, noun: string): Json {
  const { const: only, enum: values, anyOf, allOf, items, properties } = schema
  const referred = nounOf(schema)
  if (referred !== '') {
    return samples[referred] ?? sampleOf(nouns[referred] ?? {}, nouns, referred)
  }
  if (only !== undefined) return only
  if (Array.isArray(values)) return values[0] as Json
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0] as JsonObject, nouns, noun)
  if (Array.isArray(allOf)) {
    const parts = (allOf as JsonObject[]).map((part) => sampleOf(part, nouns, noun))
    return Object.assign({}, ...parts)
  }
  if (items !== undefined) return [sampleOf(items as JsonObject, nouns, noun)]
  if (properties === undefined) return plainSample(schema)
  // The few fields that an answer may leave out say that something is not as it should be.
  const required = (schema.required ?? []) as readonly string[]
  return mapValues(pick(properties as JsonObject, required), (field, name) =>
    fieldSample(name, field as JsonObject, nouns, noun),
  )
}

const pick = (fields: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))

function fieldSample(name: string, field: JsonObject, nouns: Nouns, noun: string): Json {
  const sample = samples[`${noun}.${name}`] ?? samples[name]
  if (sample !== undefined && accepts(field, sample)) return sample
  return accepts(field, null) ? null : sampleOf(field, nouns, noun)
}

/** Whether a schema of a plain value may have this one, by its type and its choices. */
function accepts(schema: JsonObject, value: Json): boolean {
  const { const: only, enum: values, anyOf, type } = schema
  if (only !== undefined) return only === value
  if (Array.isArray(values)) return values.includes(value)
  if (Array.isArray(anyOf))
    return anyOf.some((each) => accepts(each as JsonObject, value))
  return [type]
    .flat()
    .some(
      (each) => each === typeOf(value) || (each === 'integer' && Number.isInteger(value)),
    )
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** What stands for a value of a type that has no sample. */
function plainSample({ type, format }: JsonObject): Json {
  const [kind] = [type].flat()
  switch (textOf(kind)) {
    case 'string':
      return format === 'date-time' ? '2026-11-21T08:00:00.000Z' : 'text'
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'array':
      return []
    default:
      return null
  }
}
