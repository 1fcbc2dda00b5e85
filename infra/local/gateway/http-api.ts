import type { IncomingMessage, ServerResponse } from 'node:http'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { httpEvent } from './http-event.ts'
import { EventTooLarge, InvocationTimeout, type Invoke } from './invocation.ts'
import { targetOf } from './request.ts'
import { type HttpRoute, routeTable } from './routes.ts'

export type HttpApi = {
  readonly routes: readonly HttpRoute[]
  /** Function of the `$default` route, which gets every request that no other route matches. */
  readonly fallback: string
}

/** Serves requests as an HTTP API with Lambda integrations does. */
export function httpApi({ routes, fallback }: HttpApi, invoke: Invoke) {
  const find = routeTable(routes)
  const readBody = bodyReader()
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const match = find(request.method ?? 'GET', targetOf(request).rawPath) ?? {
      routeKey: '$default',
      functionName: fallback,
      params: {},
    }
    try {
      const body = await readBody(request)
      const event = httpEvent(request, body, match)
      response.setHeader('apigw-requestid', event.requestContext.requestId)
      sendResult(response, await invoke(match.functionName, event))
    } catch (error) {
      if (request.destroyed && !request.complete) return
      const [status, message] = failureOf(error)
      if (status === 500) console.error(`${match.functionName}:`, error)
      sendMessage(response, status, message)
    }
  }
}

function failureOf(error: unknown): [status: number, message: string] {
  if (error instanceof InvocationTimeout) return [503, 'Service Unavailable']
  if (error instanceof EventTooLarge) return [413, 'Request Too Long']
  return [500, 'Internal Server Error']
}

/** Sends a function's result as an HTTP API interprets it. */
function sendResult(response: ServerResponse, result: unknown): void {
  if (!isStructured(result)) {
    const body = typeof result === 'string' ? result : JSON.stringify(result)
    sendResult(response, {
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body,
    })
    return
  }
  const { headers = {}, cookies, body = '', isBase64Encoded } = result
  response.statusCode = Number(result.statusCode)
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

/** Sends one of API Gateway's own error responses. */
function sendMessage(
  response: ServerResponse,
  statusCode: number,
  message: string,
): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  response.statusCode = statusCode
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ message }))
}

const isStructured = (result: unknown): result is APIGatewayProxyStructuredResultV2 =>
  typeof result === 'object' && result !== null && 'statusCode' in result

/**
 * The part of a body that is passed to a function: more than any endpoint accepts, in
 * base64 less than Lambda's 6 MB. The function then rejects the body after path, token
 * and permission.
 */
const maxBodyBytes = 4 * 1024 * 1024 + 64 * 1024

/** What the bodies that are still arriving may hold in memory, all together. */
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
  return async (request: IncomingMessage): Promise<Buffer> => {
    const chunks: Buffer[] = []
    let bytes = 0
    try {
      // What is over the maximum is read and discarded, so that the client reads the response.
      for await (const chunk of request as AsyncIterable<Buffer>) {
        if (bytes >= maxBodyBytes) continue
        chunks.push(chunk)
        bytes += chunk.length
        bytesOf.set(request, bytes)
        keepWithinBudget()
      }
      return Buffer.concat(chunks).subarray(0, maxBodyBytes)
    } finally {
      bytesOf.delete(request)
    }
  }
}
