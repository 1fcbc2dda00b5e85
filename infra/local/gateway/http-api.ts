import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
} from 'aws-lambda'
import { limitConcurrency } from '../../../shared/limit-concurrency.ts'
import { ThrottledByLambda } from '../executions.ts'
import { EventTooLarge, InvocationTimeout, type Invoke } from './invocation.ts'
import {
  commonLogTime,
  forwardedHeaders,
  peerAddress,
  percentDecoded,
  targetOf,
} from './request.ts'
import { type HttpRoute, type Match, routeTable } from './routes.ts'

export type HttpApi = {
  readonly routes: readonly HttpRoute[]
  /** Function of the `$default` route, which gets every request that no other route matches. */
  readonly fallback: string
}

/** Serves requests as an HTTP API with Lambda integrations does. */
export function httpApi({ routes, fallback }: HttpApi, invoke: Invoke) {
  const find = routeTable(routes)
  const readBody = bodyReader()
  const inTurn = oneByOne()
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const match = find(request.method ?? 'GET', targetOf(request).rawPath) ?? {
      routeKey: '$default',
      functionName: fallback,
      params: {},
    }
    try {
      const body = await readBody(request, match.bodyLimit)
      const event = httpEvent(request, body, match)
      response.setHeader('apigw-requestid', event.requestContext.requestId)
      const run = () => invoke(match.functionName, event)
      sendResult(response, await (body.length > largeBytes ? inTurn(run) : run()))
    } catch (error) {
      if (request.destroyed && !request.complete) return
      const [status, message] = failureOf(error)
      if (status === 500) console.error(`${match.functionName}:`, error)
      for (const name of response.getHeaderNames()) response.removeHeader(name)
      response.statusCode = status
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ message }))
    }
  }
}

/** A larger body takes many times as long to read as an ordinary request. */
const largeBytes = 64 * 1024

/** Reading a body takes less, even on a slow machine. */
const turnMs = 1_000

/**
 * Runs work one after the other, so that small requests, such as sales, go on in between. Work
 * that waits for something else, such as the Lightning node, keeps nobody longer than a second.
 */
function oneByOne() {
  const inTurn = limitConcurrency(1)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    let result: Promise<T> | undefined
    await inTurn(async () => {
      result = work()
      await Promise.race([
        result.catch(() => {}),
        sleep(turnMs, undefined, { ref: false }),
      ])
    })
    return (await result) as T
  }
}

/** The status and message of API Gateway's own error response. */
function failureOf(error: unknown): [status: number, message: string] {
  if (error instanceof InvocationTimeout || error instanceof ThrottledByLambda) {
    return [503, 'Service Unavailable']
  }
  if (error instanceof EventTooLarge) return [413, 'Request Too Long']
  return [500, 'Internal Server Error']
}

/** Sends a function's result as an HTTP API interprets it. */
function sendResult(response: ServerResponse, result: unknown): void {
  const isStructured =
    typeof result === 'object' && result !== null && 'statusCode' in result
  const structured = isStructured
    ? (result as APIGatewayProxyStructuredResultV2)
    : {
        statusCode: 200,
        headers: { 'content-type': 'application/json' },
        body: typeof result === 'string' ? result : JSON.stringify(result),
      }
  const { statusCode, headers = {}, cookies, body = '', isBase64Encoded } = structured
  response.statusCode = Number(statusCode)
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(name, String(value))
  }
  if (cookies?.length) response.setHeader('set-cookie', cookies)
  if (body !== '' && !response.hasHeader('content-type')) {
    response.setHeader('content-type', 'text/plain;charset=utf-8')
  }
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  // A response to HEAD has no body but states its length.
  if (bytes.length > 0) response.setHeader('content-length', bytes.length)
  response.end(bytes)
}

/** More than any endpoint accepts, in base64 less than Lambda's 6 MB. */
const mostBytes = 4 * 1024 * 1024 + 64 * 1024

/** Memory for the bodies that are still arriving, all together. */
const budgetBytes = 64 * 1024 * 1024

/**
 * Reads bodies within a budget of memory: beyond it, the request with the largest
 * unfinished body loses its connection, and small ones, such as sales, go on.
 */
function bodyReader() {
  const bytesOf = new Map<IncomingMessage, number>()
  const keepWithinBudget = () => {
    const held = [...bytesOf]
    if (held.reduce((sum, [, bytes]) => sum + bytes, 0) <= budgetBytes) return
    const [largest] = held.reduce((most, each) => (each[1] > most[1] ? each : most))
    largest.destroy()
  }
  return async (request: IncomingMessage, limit = mostBytes): Promise<Buffer> => {
    // Of a longer body, so much that the function rejects it, after path, token and permission
    const maxBytes = Math.min(limit + 1, mostBytes)
    const chunks: Buffer[] = []
    let bytes = 0
    try {
      // Bytes over the maximum are read and discarded, so that the client reads the
      // response.
      for await (const chunk of request as AsyncIterable<Buffer>) {
        if (bytes >= maxBytes) continue
        chunks.push(chunk)
        bytes += chunk.length
        bytesOf.set(request, bytes)
        keepWithinBudget()
      }
      return Buffer.concat(chunks).subarray(0, maxBytes)
    } finally {
      bytesOf.delete(request)
    }
  }
}

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
