import type { IncomingMessage, ServerResponse } from 'node:http'
import { httpEvent } from './http-event.ts'
import { sendMessage, sendResult } from './http-reply.ts'
import { EventTooLarge, InvocationTimeout, type Invoke } from './invocation.ts'
import { targetOf } from './request.ts'
import { type HttpRoute, routeTable } from './routes.ts'

export type HttpApi = {
  readonly routes: readonly HttpRoute[]
  /** Function of the `$default` route: everything that no other route matches. */
  readonly fallback: string
}

/**
 * What is passed on of a body: more than any endpoint takes, and in base64 less than the
 * 6 MB that Lambda carries. A longer one is cut, so that it is refused by its function:
 * in the contract's order, after path, token and permission. API Gateway itself would
 * refuse it before all of them, from 10 MB on.
 */
const maxBodyBytes = 4 * 1024 * 1024 + 64 * 1024

/** Answers requests as an HTTP API with Lambda integrations does. */
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
  // The rest is read on and dropped, so that the client sees the answer.
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
