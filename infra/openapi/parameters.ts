import { isApprovable } from '../../shared/people/auth/approval.ts'
import { type Endpoint, takesKey } from '../../shared/platform/http/endpoint.ts'
import { given, type Json, type JsonObject } from './json.ts'
import type { Schemas } from './schemas.ts'

/** The path's, the query's and the headers' parameters of an endpoint. */
export function parametersOf(endpoint: Endpoint, schemas: Schemas): JsonObject[] {
  const { path, query, reply } = endpoint
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return [
    ...names.map((name) => pathParameter(name)),
    ...(query ? queryParameters(schemas.of(query, 'input')) : []),
    ...(reply.isList ? [reference('limit'), reference('cursor')] : []),
    ...(takesKey(endpoint) ? [reference('idempotencyKey')] : []),
    ...(endpoint.till === undefined ? [] : [reference('till')]),
    ...(takesApproval(endpoint) ? [reference('approval')] : []),
  ]
}

/** True if a colleague may approve the request, or a discount in it. */
const takesApproval = ({ method, access, audit = [] }: Endpoint): boolean =>
  method !== 'GET' &&
  typeof access === 'object' &&
  (access.permission.some(isApprovable) || audit.includes('discount'))

const reference = (name: string): JsonObject => ({
  $ref: `#/components/parameters/${name}`,
})

const pathParameter = (name: string): JsonObject => ({
  name,
  in: 'path',
  required: true,
  description: pathParameters[name] ?? 'Id of the record',
  schema: { type: 'string' },
})

const pathParameters: Readonly<Record<string, string>> = {
  userId: 'Id of a user',
  tableId: 'Id of a table',
  dishId: 'Id of the line, or of its dish where the order has that dish once',
  ticketId: 'Id of a ticket',
  paymentId: 'Id of a payment',
  jobId: 'Id of a print job',
  requestId: 'Id of the tunnelled request',
  paymentHash: 'Payment hash in hex, in either case',
  threshold: 'Quantity below which to list, in units; a decimal',
  status: '`open`, `closed` or `paid`',
  date: 'Day in UTC, `YYYY-MM-DD`',
  file: 'Name of the file',
}

/** The fields of a query's schema, each a parameter. */
function queryParameters({ properties = {}, required = [] }: JsonObject): JsonObject[] {
  return Object.entries(properties as JsonObject).map(([name, field]) => {
    const { description, ...schema } = field as JsonObject
    return given({
      name,
      in: 'query',
      required: (required as readonly Json[]).includes(name),
      description,
      schema,
    })
  })
}

/** Parameters that many endpoints have. */
export const sharedParameters: JsonObject = {
  limit: {
    name: 'limit',
    in: 'query',
    description: 'Rows of a page. Without `limit` and `cursor` the list is complete.',
    schema: { type: 'integer', minimum: 1, maximum: 1000 },
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    description: 'Where the page begins, from the Link header of the page before.',
    schema: { type: 'string' },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to repeat for 24 hours: the same key with the same request ' +
      'gets the first response again, and nothing runs twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  till: {
    name: 'X-Till',
    in: 'header',
    description:
      'The token of the till that asks, from POST /tills, for programs: browsers send the cookie ' +
      '`tillToken`. Read where the deployment has tills.',
    schema: { type: 'string' },
  },
  approval: {
    name: 'Approval',
    in: 'header',
    description:
      'Of a colleague who holds what the caller lacks, from POST /auth/approvals: for this ' +
      'request alone, once, within a minute.',
    schema: { type: 'string' },
  },
}
