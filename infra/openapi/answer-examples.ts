import { type JsonObject, mapValues, textOf } from './json.ts'
import { type Nouns, nounOf, sampleOf } from './sample.ts'
import { samples } from './samples.ts'

/** What has examples: neither files nor pages, nor documents about the API. */
const shownTypes = ['application/json', 'text/plain', 'text/csv']

/** The paths of a document with an example of each form of each success. */
export const withAnswerExamples = (paths: JsonObject, nouns: Nouns): JsonObject =>
  mapValues(paths, (item) =>
    mapValues(item as JsonObject, (operation) => {
      const { operationId, responses } = operation as JsonObject
      const shown = mapValues(responses as JsonObject, (response, status) =>
        Number(status) < 400
          ? withExamples(response as JsonObject, nouns, textOf(operationId))
          : response,
      )
      return { ...(operation as JsonObject), responses: shown }
    }),
  )

function withExamples(response: JsonObject, nouns: Nouns, operation: string): JsonObject {
  if (!response.content) return response
  const content = mapValues(response.content as JsonObject, (media, type) => {
    const { schema } = media as { readonly schema: JsonObject }
    const isShown = shownTypes.includes(type) && !('additionalProperties' in schema)
    return isShown
      ? { ...(media as JsonObject), examples: examplesOf(schema, nouns, operation) }
      : media
  })
  return { ...response, content }
}

/** An example of each alternative of a schema, under the alternative's name. */
function examplesOf(schema: JsonObject, nouns: Nouns, operation: string): JsonObject {
  const forms = (schema.anyOf ?? [schema]) as JsonObject[]
  return Object.fromEntries(
    forms.map((form) => {
      const name = nameOf(form)
      const value = samples[`${operation}.${name}`] ?? sampleOf(form, nouns, operation)
      return [name, { value }]
    }),
  )
}

/** Such as `product` for products, `none` for the text of an empty list. */
function nameOf(form: JsonObject): string {
  const noun = nounOf(form) || nounOf((form.items ?? {}) as JsonObject)
  if (noun !== '') return noun.charAt(0).toLowerCase() + noun.slice(1)
  if (form.type !== 'string') return 'success'
  return 'const' in form ? 'none' : 'text'
}
