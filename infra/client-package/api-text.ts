import { groups } from '../../functions/all.ts'
import { routes } from '../../shared/client/routes.ts'
import type { Endpoint } from '../../shared/http/endpoint.ts'
import type { Reply } from '../../shared/http/reply.ts'
import { PaymentFrame } from '../asyncapi/channels.ts'
import { camelCase } from '../client-routes.ts'
import type { JsonObject } from '../openapi/json.ts'
import { collectSchemas, type Schemas } from '../openapi/schemas.ts'
import { commentOf, typeText } from './type-text.ts'

/**
 * The types of shared/client/api.ts written out, under the names of the OpenAPI document. A
 * project that uses them needs neither zod nor the declarations.
 */
export function apiText(): string {
  const schemas = collectSchemas()
  const tables = Object.fromEntries(
    groups.map(({ name, endpoints }) => [camelCase(name), endpoints]),
  )
  const api = Object.fromEntries(
    Object.entries(routes).map(([group, names]) => [
      group,
      Object.fromEntries(
        Object.keys(names).flatMap((name) => {
          const endpoint = tables[group]?.[name]
          return endpoint ? [[name, partsOf(endpoint, schemas)]] : []
        }),
      ),
    ]),
  )
  const payment = schemas.of(PaymentFrame, 'input')
  const named = schemas.named({ api, payment }) as { api: Api; payment: JsonObject }
  return [
    '/** The types of every endpoint. */',
    'export type Api = {',
    ...Object.entries(named.api).map(([group, endpoints]) => groupText(group, endpoints)),
    '}',
    '/** A payment as the node reported it. */',
    `export type ReceivedPayment = ${typeText(named.payment)} & ${received}`,
    ...Object.entries(schemas.named(schemas.components()) as Api[string]).map(
      ([name, schema]) => `${commentOf(schema)}export type ${name} = ${typeText(schema)}`,
    ),
    '',
  ].join('\n')
}

const received = "{ readonly type: 'payment_received' }"

type Api = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>

/** The schemas of an endpoint's query, body and successes, as far as it has them. */
function partsOf(endpoint: Endpoint, schemas: Schemas): JsonObject {
  const { query, body, wireBody, reply, alternatives = {} } = endpoint
  const sent = wireBody?.schema ?? body
  const replies = [reply, ...Object.values(alternatives)]
  return {
    ...(query && { query: schemas.of(query, 'input') }),
    ...(sent && { body: schemas.of(sent, 'input') }),
    mayOmitBody: sent?.safeParse(undefined).success ?? false,
    outputs: replies
      .flatMap((each) => outputsOf(each, schemas))
      // Clients get an empty array for the text of a list without rows.
      .filter((schema) => !reply.isList || schema?.type !== 'string'),
  }
}

/** The schemas of a success; null for an empty body, `binary` for a file. */
function outputsOf({ mediaRange, schema }: Reply, schemas: Schemas) {
  if (mediaRange) return [{ type: 'string', format: 'binary' }]
  if (!schema) return [null]
  const json = schemas.of(schema, 'output')
  return Array.isArray(json.anyOf) ? (json.anyOf as JsonObject[]) : [json]
}

const groupText = (group: string, endpoints: Api[string]) =>
  [
    `readonly ${group}: {`,
    ...Object.entries(endpoints).map(
      ([name, parts]) => `readonly ${name}: ${endpointText(parts)}`,
    ),
    '}',
  ].join('\n')

function endpointText({ query, body, mayOmitBody, outputs }: JsonObject): string {
  const part = (schema: JsonObject | undefined) => (schema ? typeText(schema) : 'never')
  const types = (outputs as (JsonObject | null)[]).map((schema) => {
    if (schema === null) return 'undefined'
    return schema.format === 'binary' ? 'Blob' : typeText(schema)
  })
  return [
    '{',
    `readonly query: ${part(query as JsonObject | undefined)}`,
    `readonly body: ${part(body as JsonObject | undefined)}${mayOmitBody ? ' | undefined' : ''}`,
    `readonly output: ${[...new Set(types)].join(' | ')}`,
    '}',
  ].join('\n')
}
