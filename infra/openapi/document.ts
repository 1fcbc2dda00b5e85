import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { groups } from '../../functions/all.ts'
import type { Endpoint, Group } from '../../shared/platform/http/endpoint.ts'
import { accessFields, securitySchemes } from './access.ts'
import { withExamples } from './examples.ts'
import { failuresOf } from './failures.ts'
import { commonResponses, introduction } from './introduction.ts'
import { given, type JsonObject } from './json.ts'
import { parametersOf, sharedParameters } from './parameters.ts'
import { capitalized, collectResponses, headers, refusalSchemas } from './responses.ts'
import { collectSchemas, type Schemas } from './schemas.ts'
import { tags } from './tags.ts'

/** The OpenAPI 3.1 document of the groups. `version` is the API's. */
export function openApiDocument(groups: readonly Group[], version: string): JsonObject {
  const schemas = collectSchemas()
  const responses = collectResponses(schemas)
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const group of groups) {
    for (const [name, endpoint] of Object.entries(group.endpoints)) {
      const parameters = parametersOf(endpoint, schemas)
      const operation = given({
        operationId: operationId(group.name, name),
        tags: [group.name],
        summary: endpoint.summary,
        ...accessFields(endpoint),
        parameters: parameters.length > 0 ? parameters : undefined,
        requestBody: requestBody(endpoint, schemas),
        responses: withExamples(
          responses.of(endpoint, failuresOf(group, endpoint)),
          schemas.resolve,
        ),
      })
      const method = endpoint.method.toLowerCase()
      paths[endpoint.path] = { ...paths[endpoint.path], [method]: operation }
    }
  }
  return schemas.named({
    openapi: '3.1.1',
    info: {
      title: 'Lightning POS',
      version,
      summary:
        "The backend of a shop's tills, with Bitcoin Lightning beside cash and cards",
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The deployment that serves this document' }],
    tags: groups.map(({ name }) => given({ name, description: tags[name] })),
    paths,
    components: {
      schemas: { ...schemas.components(), ...refusalSchemas },
      parameters: sharedParameters,
      headers,
      ...responses.components(),
      securitySchemes,
    },
    'x-common-responses': commonResponses,
  })
}

/** Such as storeOrdersCheckout. */
function operationId(group: string, name: string): string {
  const [first, ...others] = [...group.split('-'), name]
  return [first, ...others.map(capitalized)].join('')
}

function requestBody({ body, wireBody }: Endpoint, schemas: Schemas) {
  const schema = wireBody?.schema ?? body
  if (!schema) return undefined
  return {
    required: !schema.safeParse(undefined).success,
    content: {
      [wireBody?.contentType ?? 'application/json']: {
        schema: schemas.of(schema, 'input'),
      },
    },
  }
}

const root = join(import.meta.dirname, '../..')

/** The text of docs/openapi.json as the declarations have it now. */
export function openApiText(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return `${JSON.stringify(openApiDocument(groups, version), null, 2)}\n`
}

if (import.meta.main) writeFileSync(join(root, 'docs/openapi.json'), openApiText())
