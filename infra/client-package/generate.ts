import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { groups } from '../../functions/all.ts'
import { type Endpoint, type Group, takesKey } from '../../shared/http/endpoint.ts'
import type { Reply } from '../../shared/http/reply.ts'
import { PaymentFrame } from '../asyncapi/channels.ts'
import { failuresOf } from '../openapi/failures.ts'
import type { JsonObject } from '../openapi/json.ts'
import { collectSchemas, type Schemas } from '../openapi/schemas.ts'
import { commentOf, typeText } from './type-text.ts'

/** Groups that no till calls: documents about the API, pages, and the node's own calls. */
const notForClients = new Set(['docs', 'office', 'webhook'])

/** Whether it is for people and their tills, and may succeed: not for agents and the node. */
const isForUsers = ({ access, credential, reply }: Endpoint) =>
  access !== 'agent' &&
  (credential === undefined || credential === 'refreshToken') &&
  reply.status < 400

const clientGroups = groups
  .filter(({ name }) => !notForClients.has(name))
  .map((group) => ({
    group,
    name: group.name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    endpoints: Object.entries(group.endpoints).filter(([, each]) => isForUsers(each)),
  }))

const head = [
  '// Written by `npm run generate` from functions/*/endpoints.ts',
  '// biome-ignore-all format: an endpoint has a line',
  '',
]

/**
 * The text of shared/client/routes.ts: what the typed client needs of the declarations at
 * run time. Editors show an endpoint's summary.
 */
export const routesText = (): string =>
  [
    ...head,
    '/** Every endpoint of the client, and how it is called. */',
    'export const routes = {',
    ...clientGroups.flatMap(({ name, endpoints }) => [
      `  ${name}: {`,
      ...endpoints.flatMap(([endpointName, endpoint]) => [
        `    /** ${endpoint.summary} */`,
        `    ${endpointName}: ${routeText(endpoint)},`,
      ]),
      '  },',
    ]),
    '} as const',
    '',
  ].join('\n')

function routeText(endpoint: Endpoint) {
  const { method, path, repeat, reply, wireBody } = endpoint
  const isKeyed = takesKey(endpoint) && repeat !== 'polled'
  const isForm = wireBody?.contentType === 'multipart/form-data'
  const fields = [
    `method: '${method}'`,
    `path: '${path}'`,
    ...(isKeyed ? ['isKeyed: true'] : []),
    ...(reply.isList ? ['isList: true'] : []),
    ...(isForm ? ['isForm: true'] : []),
  ]
  return `{ ${fields.join(', ')} }`
}

/**
 * The text of shared/client/api.ts: the types of each endpoint, under the names of the
 * OpenAPI document. Who uses them needs neither zod nor the declarations.
 */
export function apiText(): string {
  const schemas = collectSchemas()
  const parts = clientGroups.map(({ group, endpoints }) =>
    endpoints.map(([, endpoint]) => partsOf(group, endpoint, schemas)),
  )
  const payment = schemas.of(PaymentFrame, 'input')
  const named = schemas.named({ parts, payment }) as {
    readonly parts: readonly (readonly Parts[])[]
    readonly payment: JsonObject
  }
  const nouns = schemas.named(schemas.components()) as Readonly<
    Record<string, JsonObject>
  >
  return [
    ...head,
    '/** The types of every endpoint; `failures` are the codes with their statuses. */',
    'export type Api = {',
    ...clientGroups.flatMap(({ name, endpoints }, group) => [
      `  readonly ${name}: {`,
      ...endpoints.map(
        ([endpointName], at) =>
          `    readonly ${endpointName}: ${typesText(named.parts[group]?.[at])}`,
      ),
      '  }',
    ]),
    '}',
    '',
    '/** A payment as the node reported it. */',
    `export type ReceivedPayment = ${typeText(named.payment)} & { readonly type: 'payment_received' }`,
    ...Object.entries(nouns).map(
      ([name, schema]) =>
        `\n${commentOf(schema).replace(/ $/, '\n')}export type ${name} = ${typeText(schema)}`,
    ),
    '',
  ].join('\n')
}

/** The schemas of an endpoint's query, body and successes, and its failures. */
type Parts = {
  readonly query: JsonObject | null
  readonly body: JsonObject | null
  readonly mayOmitBody: boolean
  readonly outputs: readonly (JsonObject | null)[]
  readonly failures: Readonly<Record<string, number>>
}

function partsOf(group: Group, endpoint: Endpoint, schemas: Schemas): Parts {
  const { query, body, wireBody, reply, alternatives = {} } = endpoint
  const sent = wireBody?.schema ?? body
  return {
    query: query ? schemas.of(query, 'input') : null,
    body: sent ? schemas.of(sent, 'input') : null,
    mayOmitBody: sent?.safeParse(undefined).success ?? false,
    outputs: [reply, ...Object.values(alternatives)]
      .flatMap((each) => outputsOf(each, schemas))
      // Clients get an empty array for the text of a list without rows.
      .filter((schema) => !reply.isList || schema?.type !== 'string'),
    failures: Object.fromEntries(
      failuresOf(group, endpoint).map(({ code, status }) => [code, status]),
    ),
  }
}

/** The schemas of a success; null for an empty body, `binary` for a file. */
function outputsOf({ mediaRange, schema }: Reply, schemas: Schemas) {
  if (mediaRange) return [{ type: 'string', format: 'binary' }]
  if (!schema) return [null]
  const json = schemas.of(schema, 'output')
  return Array.isArray(json.anyOf) ? (json.anyOf as JsonObject[]) : [json]
}

function typesText(parts: Parts | undefined): string {
  if (!parts) throw new Error('an endpoint without types')
  const { query, body, mayOmitBody, outputs, failures } = parts
  const types = outputs.map((schema) => {
    if (schema === null) return 'undefined'
    return schema.format === 'binary' ? 'Blob' : typeText(schema)
  })
  const codes = Object.entries(failures)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, status]) => `${code}: ${status}`)
  const fields = [
    ...(query ? [`query: ${typeText(query)}`] : []),
    ...(body ? [`body: ${typeText(body)}${mayOmitBody ? ' | undefined' : ''}`] : []),
    `output: ${[...new Set(types)].join(' | ')}`,
    ...(codes.length > 0 ? [`failures: { ${codes.join('; ')} }`] : []),
  ]
  return `{ ${fields.map((field) => `readonly ${field}`).join('; ')} }`
}

if (import.meta.main) {
  const client = join(import.meta.dirname, '../../shared/client')
  writeFileSync(join(client, 'routes.ts'), routesText())
  writeFileSync(join(client, 'api.ts'), apiText())
}
