import { fieldTexts } from './field-texts.ts'
import { type Json, type JsonObject, mapObjects } from './json.ts'
import { nounFieldTexts } from './noun-field-texts.ts'

/** A copy of a schema, of a noun if it has a name, in which the fields have descriptions. */
export const described = (schema: Json, noun = ''): JsonObject =>
  mapObjects(schema, (object) => {
    if (typeof object.properties !== 'object') return object
    const fields = Object.entries(object.properties as JsonObject).map(
      ([name, field]) => [name, describedField(field as JsonObject, noun, name)] as const,
    )
    return { ...object, properties: Object.fromEntries(fields) }
  }) as JsonObject

function describedField(field: JsonObject, noun: string, name: string): JsonObject {
  if ('description' in field) return field
  const description =
    nounFieldTexts[`${noun}.${name}`] ?? fieldTexts[name] ?? textOfOptions(field)
  // A constant and a noun say themselves what they are.
  const isPlain = !('const' in field) && !('$ref' in field)
  return description !== undefined && isPlain ? { ...field, description } : field
}

/** What a field's schema says of the value where it may also be null. */
function textOfOptions({ anyOf = [] }: JsonObject): Json | undefined {
  const texts = (anyOf as JsonObject[]).flatMap(({ description = [] }) => description)
  return texts.length === 1 ? texts[0] : undefined
}
