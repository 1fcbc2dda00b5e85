import { Failure } from '../../shared/failure.ts'
import { type Endpoint, get } from '../../shared/http/endpoint.ts'
import type { HttpEvent, Route } from '../../shared/http/exchange.ts'
import { guardedPipeline } from '../../shared/http/lambda.ts'
import { noContent } from '../../shared/http/reply.ts'
import { groups } from '../all.ts'

/**
 * Answers what no route of the API matches: CORS preflight, blank path segments, known
 * paths called by another method, and unknown paths (open-areas, section 0 "Routing").
 */
export const handler = guardedPipeline((event) => {
  const { method } = event.requestContext.http
  if (method === 'OPTIONS') return preflight
  const path = segments(event.rawPath)
  const matching = endpoints.filter((endpoint) => matches(segments(endpoint.path), path))
  const known = matching.find((endpoint) => endpoint.method === method)
  if (known) return blank(known, event, path)
  return matching.length > 0 ? refusing('methodNotAllowed') : refusing('notFound')
})

const endpoints: readonly Endpoint[] = groups.flatMap((each) =>
  Object.values<Endpoint>(each.endpoints),
)

/** What has no endpoint is answered without a look at its body, however large. */
const preflight: Route = {
  endpoint: get('*', {
    access: 'public',
    bodyLimit: Number.POSITIVE_INFINITY,
    reply: noContent,
  }),
  handle: () => undefined,
}

const refusing = (kind: 'notFound' | 'methodNotAllowed'): Route => ({
  ...preflight,
  handle: () => {
    throw new Failure(kind)
  },
})

/**
 * A blank id is refused like any bad input, after token and permission. The refusal is
 * always the same, so there is nothing to keep under an Idempotency-Key.
 */
function blank(endpoint: Endpoint, event: HttpEvent, path: readonly string[]): Route {
  event.pathParameters = paramsOf(segments(endpoint.path), path)
  const { query: _, body: __, ...unread } = endpoint
  return { ...refusing('notFound'), endpoint: { ...unread, idempotent: false } }
}

const segments = (path: string) => path.split('/').slice(1)

const isParameter = (segment: string) => segment.startsWith('{')

/** Here a parameter also matches a blank segment, which API Gateway never does. */
const matches = (pattern: readonly string[], path: readonly string[]) =>
  pattern.length === path.length &&
  pattern.every((segment, at) => isParameter(segment) || segment === path[at])

const paramsOf = (pattern: readonly string[], path: readonly string[]) =>
  Object.fromEntries(
    pattern.flatMap((segment, at) =>
      isParameter(segment) ? [[segment.slice(1, -1), decoded(path[at] ?? '')]] : [],
    ),
  )

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
