import { Failure } from '../../failure.ts'
import { describeError, logger } from '../../logger.ts'
import { callerId, type HttpEvent, type HttpResult, type Step } from '../exchange.ts'

/**
 * One JSON line per request: what was called, by whom, how it ended and how long it took.
 * No header, cookie, query or body is logged, so no secret can be.
 */
export const log = (): Step => ({
  after: ({ event, response }) => logRequest(event, response),
  onError: ({ event, response, error }) => logRequest(event, response, error),
})

function logRequest(
  { exchange, routeKey }: HttpEvent,
  response: HttpResult | null | undefined,
  error?: unknown,
): void {
  const status = response?.statusCode ?? 500
  const caller = exchange?.caller
  const write = status >= 500 ? logger.error : logger.info
  write('request', {
    route: routeKey,
    status,
    ms: exchange && Date.now() - exchange.request.nowMs,
    caller: caller && callerId(caller),
    ...(error !== undefined && { failure: failureIn(error) }),
  })
}

/** The name of an expected failure; name, stack and cause of an unexpected error. */
const failureIn = (error: unknown) =>
  error instanceof Failure && error.status < 500 ? error.kind : describeError(error)
