import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { groups } from '../../functions/all.ts'
import { EventFrame } from '../../shared/events/event-frames/event-frame.ts'
import {
  type Endpoint,
  type Group,
  takesKey,
} from '../../shared/platform/http/endpoint.ts'
import type { Reply } from '../../shared/platform/http/reply.ts'
import { PaymentFrame } from '../asyncapi/document.ts'
import { failuresOf } from '../openapi/failures.ts'
import type { JsonObject } from '../openapi/json.ts'
import { collectSchemas, type Schemas } from '../openapi/schemas.ts'
import { commentOf, typeText } from './type-text.ts'

/** Groups that no till calls: documents about the API, pages, and the node's own calls. */
const notForClients = new Set([
  'docs',
  'office',
  'till',
  'kitchen',
  'webhook',
  'lnurl',
  'receipts',
])

/**
 * True for endpoints for people and their tills that may succeed: not for agents and the node.
 */
const isForUsers = ({ access, credential, reply }: Endpoint) =>
  access !== 'agent' &&
  (credential === undefined || credential === 'refreshToken') &&
  reply.status < 400

/**
 * The text of shared/client/api.ts: how the client calls each endpoint, and its types under
 * the names of the OpenAPI document. Who uses them needs neither zod nor the declarations;
 * editors show an endpoint's summary.
 */
export function apiText(): string {
  const schemas = collectSchemas()
  const described = groups
    .filter(({ name }) => !notForClients.has(name))
    .map((group) => [
      group.name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      Object.fromEntries(
        Object.entries(group.endpoints)
          .filter(([, endpoint]) => isForUsers(endpoint))
          .map(([name, endpoint]) => [name, partsOf(group, endpoint, schemas)]),
      ),
    ])
  const payment = schemas.of(PaymentFrame, 'input')
  const event = schemas.of(EventFrame, 'output')
  // The nouns have their names once all schemas are made
  const named = schemas.named({
    groups: Object.fromEntries(described),
    payment,
    event,
  }) as {
    readonly groups: Readonly<Record<string, Readonly<Record<string, Parts>>>>
    readonly payment: JsonObject
    readonly event: JsonObject
  }
  const nouns = schemas.named(schemas.components()) as Record<string, JsonObject>
  return [
    '// Written by `npm run generate` from functions/*/endpoints.ts',
    '// biome-ignore-all format: an endpoint has a line',
    '',
    "import { endpoint } from './route.ts'",
    '',
    '/** Every endpoint: how it is called, and its types; `failures` are codes with statuses. */',
    'export const api = {',
    ...Object.entries(named.groups).flatMap(([group, endpoints]) => [
      `  ${group}: {`,
      ...Object.entries(endpoints).flatMap(([name, parts]) => [
        `    /** ${parts.summary} */`,
        `    ${name}: endpoint<${typesText(parts)}>()(${parts.route}),`,
      ]),
      '  },',
    ]),
    '} as const',
    '',
    '/** A payment as the node reported it. */',
    `export type ReceivedPayment = ${typeText(named.payment)} & { readonly type: 'payment_received' }`,
    '',
    '/** What changed in the shop. */',
    `export type ShopEvent = ${typeText(named.event)}`,
    ...Object.entries(nouns).map(
      ([name, schema]) =>
        `\n${commentOf(schema).replace(/ $/, '\n')}export type ${name} = ${typeText(schema)}`,
    ),
    '',
  ].join('\n')
}

/**
 * Parts of an endpoint's types: its call, the schemas of query, body and successes, its
 * failures.
 */
type Parts = ReturnType<typeof partsOf>

function partsOf(group: Group, endpoint: Endpoint, schemas: Schemas) {
  const { summary, query, body, wireBody, reply, alternatives = {} } = endpoint
  const sent = wireBody?.schema ?? body
  return {
    summary,
    route: routeText(endpoint),
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

/** Returns the parts of a declaration that the client needs at run time. */
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

/** The schemas of a success; null for an empty body, `binary` for a file. */
function outputsOf({ mediaRange, schema }: Reply, schemas: Schemas) {
  if (mediaRange) return [{ type: 'string', format: 'binary' }]
  if (!schema) return [null]
  const json = schemas.of(schema, 'output')
  return Array.isArray(json.anyOf) ? (json.anyOf as JsonObject[]) : [json]
}

function typesText({ query, body, mayOmitBody, outputs, failures }: Parts): string {
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
  return `{ ${fields.join('; ')} }`
}

if (import.meta.main) {
  writeFileSync(join(import.meta.dirname, '../../shared/client/api.ts'), apiText())
}
