import type * as z from 'zod'

type Shape = (value: unknown) => unknown

/**
 * Compiles a reply schema, once, into a function that copies exactly the documented keys
 * and fills absent ones with null. Other attributes of a record, such as hashes and keys,
 * therefore never reach the wire.
 * Keys that the schema marks optional are left out when they have no value.
 */
export function wireShape(schema: z.ZodType): Shape {
  const { def } = schema as z.ZodType & { def: Definition }
  switch (def.type) {
    case 'object':
      return objectShape(def.shape)
    case 'array': {
      const item = wireShape(def.element)
      return (value) => (value as unknown[]).map(item)
    }
    case 'nullable': {
      const inner = wireShape(def.innerType)
      return (value) => (value === undefined || value === null ? null : inner(value))
    }
    case 'optional':
      return wireShape(def.innerType)
    default:
      return (value) => value
  }
}

type Definition =
  | { type: 'object'; shape: Record<string, z.ZodType> }
  | { type: 'array'; element: z.ZodType }
  | { type: 'nullable' | 'optional'; innerType: z.ZodType }
  | { type: 'other' }

function objectShape(shape: Record<string, z.ZodType>): Shape {
  const keys = Object.entries(shape).map(([key, schema]) => ({
    key,
    copy: wireShape(schema),
    optional: (schema as z.ZodType & { def: Definition }).def.type === 'optional',
  }))
  return (value) => {
    const source = value as Record<string, unknown>
    const wire: Record<string, unknown> = {}
    for (const { key, copy, optional } of keys) {
      const held = source[key]
      if (held === undefined && optional) continue
      wire[key] = held === undefined || held === null ? null : copy(held)
    }
    return wire
  }
}
