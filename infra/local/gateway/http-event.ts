import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import {
  commonLogTime,
  forwardedHeaders,
  peerAddress,
  percentDecoded,
  targetOf,
} from './request.ts'
import type { Match } from './routes.ts'

/** The event that an HTTP API sends for a request, in payload format 2.0. */
export function httpEvent(
  request: IncomingMessage,
  body: Buffer,
  { routeKey, params }: Pick<Match, 'routeKey' | 'params'>,
): APIGatewayProxyEventV2 {
  const { rawPath: path, rawQueryString } = targetOf(request)
  // An HTTP API decodes it, in spite of the name.
  const rawPath = percentDecoded(path)
  const { cookie, ...headers } = joinedHeaders(request)
  const query = queryParameters(rawQueryString)
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookie && { cookies: cookie.split(/;\s*/).filter(Boolean) }),
    headers: { ...headers, ...forwardedHeaders(request) },
    ...(query && { queryStringParameters: query }),
    requestContext: requestContext(request, rawPath, routeKey),
    ...(Object.keys(params).length > 0 && { pathParameters: { ...params } }),
    ...bodyFields(request, body),
  }
}

/** Headers with lower-case names; repeated headers are joined with commas. */
function joinedHeaders({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [
      name,
      values.join(name === 'cookie' ? '; ' : ','),
    ]),
  )
}

/** Decoded query parameters; repeated parameters are joined with commas. */
function queryParameters(rawQueryString: string): Record<string, string> | undefined {
  const query = new URLSearchParams(rawQueryString)
  if (query.size === 0) return undefined
  const byName = Map.groupBy(query, ([name]) => name)
  // An assignment to `__proto__` would be lost; fromEntries makes it an ordinary key.
  return Object.fromEntries(
    [...byName].map(([name, pairs]) => [name, pairs.map(([, value]) => value).join(',')]),
  )
}

function requestContext(request: IncomingMessage, rawPath: string, routeKey: string) {
  const { method = 'GET', headers, httpVersion } = request
  const domainName = (headers.host ?? 'localhost').replace(/:\d+$/, '')
  const timeEpoch = Date.now()
  return {
    accountId: '000000000000',
    apiId: 'local',
    domainName,
    domainPrefix: domainName.split('.')[0] ?? domainName,
    http: {
      method,
      path: rawPath,
      protocol: `HTTP/${httpVersion}`,
      sourceIp: peerAddress(request),
      userAgent: headers['user-agent'] ?? '',
    },
    requestId: randomUUID(),
    routeKey,
    stage: '$default',
    time: commonLogTime(timeEpoch),
    timeEpoch,
  }
}

/** Longer text is sent as base64, because JSON escapes could make it several times longer. */
const maxTextBytes = 1024 * 1024

const textTypes = /^(text\/[^;]+|application\/(json|xml|javascript))\s*(;|$)/i

function bodyFields({ headers }: IncomingMessage, body: Buffer) {
  if (body.length === 0) return { isBase64Encoded: false }
  const isText =
    textTypes.test(headers['content-type'] ?? '') &&
    !headers['content-encoding'] &&
    body.length <= maxTextBytes &&
    isUtf8(body)
  return {
    body: body.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  }
}
