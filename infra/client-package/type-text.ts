import { type Json, type JsonObject, textOf } from '../openapi/json.ts'

const prefix = '#/components/schemas/'

/** A JSON Schema as a TypeScript type; the schemas that it refers to are types by name. */
export function typeText(schema: JsonObject): string {
  const { $ref, const: only, enum: values, anyOf, allOf, type } = schema
  if (typeof $ref === 'string') return $ref.slice(prefix.length)
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return union(values.map((each) => JSON.stringify(each)))
  if (Array.isArray(anyOf)) return union((anyOf as JsonObject[]).map(typeText))
  if (Array.isArray(allOf)) return (allOf as JsonObject[]).map(typeText).join(' & ')
  if (Array.isArray(type)) {
    return union((type as Json[]).map((each) => typeText({ ...schema, type: each })))
  }
  switch (textOf(type)) {
    case 'object':
      return objectText(schema)
    case 'array': {
      const item = typeText(schema.items as JsonObject)
      return / [|&] /.test(item) ? `(${item})[]` : `${item}[]`
    }
    case 'string':
      // Forms send files, which schemas call binary text.
      return schema.format === 'binary' ? 'File' : 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
    case 'null':
      return textOf(type)
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`)
  }
}

const union = (types: readonly string[]) => [...new Set(types)].join(' | ')

function objectText({
  properties = {},
  required = [],
  additionalProperties,
}: JsonObject): string {
  if (isAny(additionalProperties)) return 'Record<string, unknown>'
  if (typeof additionalProperties === 'object' && additionalProperties !== null) {
    return `Record<string, ${typeText(additionalProperties as JsonObject)}>`
  }
  const fields = Object.entries(properties as JsonObject).map(([name, field]) =>
    fieldText(name, field as JsonObject, (required as readonly Json[]).includes(name)),
  )
  return `{ ${fields.join('; ')} }`
}

/** A schema that every value fits. */
const isAny = (schema: Json | undefined) =>
  typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0

function fieldText(name: string, schema: JsonObject, isRequired: boolean): string {
  if (Object.keys(schema).every((key) => key === 'description')) {
    throw new Error(
      `no type for the field ${name}: a reply needs a schema that transforms nothing`,
    )
  }
  const type = typeText(schema)
  const field = isRequired ? `${name}: ${type}` : `${name}?: ${type} | undefined`
  return `${commentOf(schema)}${field}`
}

/** Returns a schema's description as a comment for editors. */
export const commentOf = ({ description }: JsonObject): string =>
  typeof description === 'string'
    ? `/** ${description.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */ `
    : ''
