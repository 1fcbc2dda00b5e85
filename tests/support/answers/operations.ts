import { type Json, type JsonObject, textOf } from '../../../infra/openapi/json.ts'

/** A response that the document has for an operation. */
export type DocumentedResponse = {
  readonly status: string
  /** null for an empty body. */
  readonly contentType: string | null
  readonly schema: JsonObject | undefined
  /** Schemas of the exact texts of failures; the body matches one of them. */
  readonly texts: readonly JsonObject[]
  readonly examples: readonly Json[]
  readonly cookies: DocumentedCookies
  /** Values of the header Error-Code; empty without the header. */
  readonly errorCodes: readonly string[]
}

/** Names of cookies: those that every answer sets, and those that an answer may renew. */
export type DocumentedCookies = {
  readonly always: readonly string[]
  readonly renewed: readonly string[]
}

export type Operation = {
  readonly id: string
  readonly method: string
  /** Segments; a parameter's begins with a brace. */
  readonly path: readonly string[]
  /** The schema of the request's body. */
  readonly body: JsonObject | undefined
  readonly responses: readonly DocumentedResponse[]
}

/** Every operation of a document. */
export function operationsOf(document: JsonObject): Operation[] {
  const resolve = (json: Json | undefined): JsonObject => {
    const object = (json ?? {}) as JsonObject
    if (typeof object.$ref !== 'string') return object
    const keys = object.$ref.slice(2).split('/')
    return keys.reduce<Json>(
      (part, key) => (part as JsonObject)[key] ?? {},
      document,
    ) as JsonObject
  }

  const responseOf = (status: string, response: JsonObject): DocumentedResponse[] => {
    const contents = Object.entries((response.content ?? {}) as JsonObject)
    const headers = { cookies: cookiesOf(response), errorCodes: errorCodesOf(response) }
    if (contents.length === 0) {
      const none = { schema: undefined, texts: [], examples: [] }
      return [{ status, contentType: null, ...none, ...headers }]
    }
    return contents.map(([contentType, content]) => {
      const { schema, examples = {} } = content as JsonObject
      const shown = Object.values(examples as JsonObject).map(resolve)
      return {
        status,
        contentType,
        schema: schema as JsonObject,
        // The examples of successes are only examples.
        texts: Number(status) < 400 ? [] : shown.map(textSchema),
        examples: shown.map(({ value = null }) => value),
        ...headers,
      }
    })
  }

  return Object.entries(document.paths as JsonObject).flatMap(([path, item]) =>
    Object.entries(item as JsonObject).map(([method, operation]) => {
      const { operationId, requestBody, responses } = operation as JsonObject
      return {
        id: textOf(operationId),
        method: method.toUpperCase(),
        path: path.split('/').slice(1),
        body: bodyOf(requestBody),
        responses: Object.entries(responses as JsonObject).flatMap(([status, response]) =>
          responseOf(status, resolve(response)),
        ),
      }
    }),
  )
}

function errorCodesOf({ headers = {} }: JsonObject): string[] {
  const header = ((headers as JsonObject)['Error-Code'] ?? {}) as { schema?: JsonObject }
  return (header.schema?.enum ?? []) as string[]
}

function cookiesOf({ headers = {} }: JsonObject): DocumentedCookies {
  const header = ((headers as JsonObject)['Set-Cookie'] ?? {}) as JsonObject
  return {
    always: (header['x-cookies'] ?? []) as string[],
    renewed: (header['x-renewed-cookies'] ?? []) as string[],
  }
}

function bodyOf(requestBody: Json = {}): JsonObject | undefined {
  const { content = {} } = requestBody as { content?: Record<string, JsonObject> }
  return Object.values(content)[0]?.schema as JsonObject | undefined
}

/**
 * Returns the schema of a failure's body: its text with any details, or an object with
 * the same keys.
 */
function textSchema({ summary, value }: JsonObject): JsonObject {
  const words = textOf(summary)
  const text = words.includes('{')
    ? { type: 'string', pattern: patternOf(words) }
    : { const: words }
  if (typeof value === 'string') return text
  const keys = Object.keys((value ?? {}) as JsonObject)
  const [key = ''] = keys
  return keys.length === 1 && typeof (value as JsonObject)[key] === 'string'
    ? { type: 'object', required: keys, properties: { [key]: text } }
    : { type: 'object', required: keys }
}

const patternOf = (text: string) =>
  `^${text.replaceAll(/[.*+?^$()[\]\\|/]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, String.raw`[\s\S]*`)}$`
