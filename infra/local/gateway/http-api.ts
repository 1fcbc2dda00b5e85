import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyReader } from './body-reader.ts'
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
