import {
  type Access,
  type Endpoint,
  type Group,
  routeKey,
  takesKey,
} from '../../shared/platform/http/endpoint.ts'
import { warmerRequestId } from '../../shared/platform/http/keep-warm.ts'

/**
 * Builds a request that a group's function answers before it reads or writes a record, so that
 * keeping it warm needs no code in the function: one without token or signature; if no token is
 * needed, one with a malformed Idempotency-Key, or a public read with blank parameters. Without
 * a group, a browser's preflight request, for the function of what no route matches.
 */
export function warmingEvent(group?: Group) {
  if (!group) return request('$default', { method: 'OPTIONS', path: '/' })
  const declared = Object.values<Endpoint>(group.endpoints)
  const refused = declared.find(rejectsAnonymous)
  if (refused) return request(routeKey(refused), refused)
  const keyed = declared.find(takesIdempotencyKey)
  if (keyed) return request(routeKey(keyed), keyed, { 'idempotency-key': '' })
  const read = declared.find(isPublic)
  return read && request(routeKey(read), read)
}

const publicAtTimes = new Set<Access>(['public', 'login-screen', 'token-once-set-up'])

const rejectsAnonymous = ({ access, credential }: Endpoint) =>
  !publicAtTimes.has(access) || credential === 'signature'

const isPublic = ({ access }: Endpoint) => access === 'public'

const takesIdempotencyKey = (endpoint: Endpoint) =>
  isPublic(endpoint) && takesKey(endpoint)

/** An event of the HTTP API, as far as functions read one. */
const request = (
  routeKey: string,
  { method, path }: { readonly method: string; readonly path: string },
  headers: Readonly<Record<string, string>> = {},
) => ({
  version: '2.0',
  routeKey,
  rawPath: path,
  rawQueryString: '',
  headers,
  requestContext: {
    requestId: warmerRequestId,
    routeKey,
    http: { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: '' },
  },
  isBase64Encoded: false,
})
