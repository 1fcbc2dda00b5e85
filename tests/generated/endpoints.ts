import { groups } from '../../functions/all.ts'
import {
  type Access,
  type Endpoint,
  routeKey,
} from '../../shared/platform/http/endpoint.ts'
import type { Answer, Client } from '../support/client.ts'

/** Every endpoint of the API with its route key, such as `GET /products/{id}`. */
export const allEndpoints: readonly (readonly [key: string, endpoint: Endpoint])[] =
  groups.flatMap(({ endpoints }) =>
    Object.values(endpoints).map((endpoint) => [routeKey(endpoint), endpoint] as const),
  )

export const endpointsWhere = (
  matches: (access: Access, endpoint: Endpoint) => boolean,
) => allEndpoints.filter(([, endpoint]) => matches(endpoint.access, endpoint))

/** The permissions that an endpoint needs, none for other kinds of access. */
export const permissionsOf = ({ access }: Endpoint) =>
  typeof access === 'object' ? access.permission : []

/** An id that no record has. */
export const unknownId = '00000000-0000-4000-8000-000000000000'

/** Calls an endpoint, with `value` for every path parameter. */
export const call = (
  client: Client,
  { method, path }: Endpoint,
  { value = unknownId, query = '', body, headers }: CallOptions = {},
): Promise<Answer> =>
  client.send(
    method,
    path.replace(/\{\w+\}/g, () => encodeURIComponent(value)) + query,
    body,
    headers,
  )

type CallOptions = {
  readonly value?: string
  readonly query?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
