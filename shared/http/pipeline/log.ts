import type { MiddlewareObj } from '@middy/core'
import { Failure } from '../../failure.ts'
import { callerId, type HttpEvent, type HttpResult } from '../exchange.ts'

/**
 * One JSON line per request: what was called, by whom, how it ended and how long it took.
 * No header, cookie, query or body is logged, so no secret can be.
 */
export const log = (): MiddlewareObj<HttpEvent, HttpResult> => {
  const write = (
    event: HttpEvent,
    response: HttpResult | null | undefined,
    error?: unknown,
  ) => {
    const { exchange } = event
    const caller = exchange?.caller
    const line = {
      level: (response?.statusCode ?? 500) >= 500 ? 'error' : 'info',
      requestId: event.requestContext.requestId,
      route: event.routeKey,
      status: response?.statusCode ?? 500,
      ms: exchange && Date.now() - exchange.request.nowMs,
      caller: caller && callerId(caller),
      ...(error !== undefined && { failure: describe(error) }),
    }
    console.log(JSON.stringify(line))
  }
  return {
    after: ({ event, response }) => write(event, response),
    onError: ({ event, response, error }) => write(event, response, error),
  }
}

/** An expected failure's name; the stack and its cause when nobody foresaw it. */
function describe(error: unknown): unknown {
  if (error instanceof Failure && error.status < 500) return error.kind
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : undefined
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    cause: cause?.message,
  }
}
