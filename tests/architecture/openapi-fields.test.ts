import { expect, test } from 'vitest'
import {
  type Json,
  type JsonObject,
  textOf as jsonText,
  mapObjects,
} from '../../infra/openapi/json.ts'
import { textOf } from './sources.ts'

const document = JSON.parse(textOf('docs/openapi.json'))
const nouns: Readonly<Record<string, JsonObject>> = document.components.schemas

type Field = { readonly name: string; readonly schema: JsonObject; readonly of: string }

/** The fields of all objects in a part of a document. */
function fieldsIn(part: Json, of: string): Field[] {
  const found: Field[] = []
  mapObjects(part, (object) => {
    for (const [name, schema] of Object.entries(
      (object.properties ?? {}) as JsonObject,
    )) {
      // Examples have values where schemas have schemas.
      if (typeof schema === 'object')
        found.push({ name, schema: schema as JsonObject, of })
    }
    return object
  })
  return found
}

/** The parameters of all operations; each has a description where a schema has one. */
const parameters = Object.entries(document.paths as JsonObject).flatMap(([path, item]) =>
  Object.values(item as JsonObject).flatMap((operation) =>
    (((operation as JsonObject).parameters as JsonObject[] | undefined) ?? []).map(
      (schema): Field => ({ name: jsonText(schema.name), schema, of: path }),
    ),
  ),
)

const fields = [
  ...Object.entries(nouns).flatMap(([name, schema]) => fieldsIn(schema, name)),
  ...Object.entries(document.paths as JsonObject).flatMap(([path, item]) =>
    fieldsIn(item, path),
  ),
  ...parameters,
]

/** A constant needs no description, nor does a noun or parameter that has its own. */
function isDescribed({ schema }: Field): boolean {
  if ('description' in schema || 'const' in schema) return true
  const [kind, name = ''] = jsonText(schema.$ref).split('/').slice(-2)
  return kind === 'parameters' || 'description' in (nouns[name] ?? {})
}

test('every field and parameter says what it means, in its schema', () => {
  const bare = fields.filter((field) => !isDescribed(field))
  expect(fields.length).toBeGreaterThan(800)
  expect(bare.map(({ of, name }) => `${of}: ${name}`)).toEqual([])
})
