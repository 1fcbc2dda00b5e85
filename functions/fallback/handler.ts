import type { Endpoint } from '../../shared/platform/http/endpoint.ts'
import type { HttpEvent, Route } from '../../shared/platform/http/exchange.ts'
import { guardedPipeline } from '../../shared/platform/http/lambda.ts'
import { failing, isServed, unmatched } from '../../shared/platform/http/route-table.ts'
import { groups } from '../all.ts'

/**
 * Handles requests that no route matches: CORS preflight requests (204), a known path with
 * another method (405), unknown paths (404), and known paths with a blank id (the same
 * 400 as any malformed id, after token and permission are checked).
 */
export const handler = guardedPipeline((event) => {
  const { method } = event.requestContext.http
  if (method === 'OPTIONS') return preflight
  const matching = endpoints.filter(
    ({ endpoint, pattern }) => isServed(endpoint) && pattern.test(event.rawPath),
  )
  const known = matching.find(({ endpoint }) => endpoint.method === method)
  if (known) return withBlankId(known, event)
  return matching.length > 0 ? failing('methodNotAllowed') : failing('notFound')
})

const endpoints = groups.flatMap((each) =>
  Object.values<Endpoint>(each.endpoints).map((endpoint) => ({
    endpoint,
    pattern: patternOf(endpoint.path),
  })),
)

/** Here a parameter also matches a blank segment, which API Gateway never does. */
function patternOf(path: string): RegExp {
  const segments = path
    .split('/')
    .map((segment) =>
      segment.startsWith('{')
        ? `(?<${segment.slice(1, -1)}>[^/]*)`
        : RegExp.escape(segment),
    )
  return new RegExp(`^${segments.join('/')}$`)
}

const preflight: Route = { endpoint: unmatched, handle: () => undefined }

/**
 * A blank id is rejected as a malformed one, after token and permission are checked. The
 * response is always the same, so it needs no idempotency record.
 */
function withBlankId(
  { endpoint, pattern }: (typeof endpoints)[number],
  event: HttpEvent,
): Route {
  event.pathParameters = { ...pattern.exec(event.rawPath)?.groups }
  const { query: _, body: __, ...unread } = endpoint
  return { ...failing('notFound'), endpoint: { ...unread, repeat: 'no-key' } }
}
