import { groups } from '../../../../functions/all.ts'
import { routeTable } from '../../../../infra/local/gateway/routes.ts'

export type HttpRequest = {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

/** `status` is 500 or 503 with no body when the function died or took too long. */
export type HttpResponse = {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint has its own
  readonly body: any
  readonly cookies: readonly string[]
}

/** The route of a request. */
export const routeOf = routeTable(
  groups.flatMap(({ name, endpoints }) =>
    Object.values(endpoints).map(({ method, path }) => ({
      method,
      path,
      functionName: name,
    })),
  ),
)

/** The body of a response: JSON, or a text. */
export const parsed = (body: string | undefined) => {
  if (body === undefined) return null
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** The event of a request, in payload format 2.0. */
export function eventOf(
  { method, path, body, headers = {}, cookies = [] }: HttpRequest,
  { routeKey, params }: { routeKey: string; params: Readonly<Record<string, string>> },
  requestId: string,
  timeEpoch: number,
) {
  const [rawPath = '', rawQueryString = ''] = path.split('?')
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    cookies,
    headers: {
      host: 'shop',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(rawQueryString && {
      queryStringParameters: Object.fromEntries(new URLSearchParams(rawQueryString)),
    }),
    pathParameters: params,
    requestContext: {
      requestId,
      routeKey,
      timeEpoch,
      domainName: 'shop',
      stage: '$default',
      http: { method, path: rawPath, sourceIp: '203.0.113.7', protocol: 'HTTP/1.1' },
    },
    ...(body !== undefined && {
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
    isBase64Encoded: false,
  }
}
