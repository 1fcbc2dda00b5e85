import type { IncomingMessage, ServerResponse } from 'node:http'
import { httpEvent } from './http-event.ts'
import { sendMessage, sendResult } from './http-reply.ts'
import { EventTooLarge, InvocationTimeout, type Invoke } from './invocation.ts'
import { targetOf } from './request.ts'
import { type HttpRoute, routeTable } from './routes.ts'

export type HttpApi = {
  readonly routes: readonly HttpRoute[]
  /** Function of the `$default` route, which gets every request that no other route matches. */
  readonly fallback: string
}

/**
 * Maximum size of a body passed to a function: above the limit of every endpoint, and in
 * base64 below Lambda's payload limit of 6 MB. A longer body is cut off, so that the
 * function rejects it as too large in the usual order: after path, token and permission.
 * API Gateway itself would reject it before them, above 10 MB.
 */
const maxBodyBytes = 4 * 1024 * 1024 + 64 * 1024

/** Serves requests as an HTTP API with Lambda integrations does. */
export function httpApi({ routes, fallback }: HttpApi, invoke: Invoke) {
  const find = routeTable(routes)
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

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  // The rest is read and discarded, so that the client reads the response.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (bytes < maxBodyBytes) chunks.push(chunk)
    bytes += chunk.length
  }
  return Buffer.concat(chunks).subarray(0, maxBodyBytes)
}

function failureOf(error: unknown): [status: number, message: string] {
  if (error instanceof InvocationTimeout) return [503, 'Service Unavailable']
  if (error instanceof EventTooLarge) return [413, 'Request Too Long']
  return [500, 'Internal Server Error']
}
