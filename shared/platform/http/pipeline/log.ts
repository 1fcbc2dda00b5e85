import { Failure } from '../../../failure.ts'
import { describeError, logger } from '../../../logger.ts'
import { isUuid } from '../../../uuid.ts'
import {
  callerId,
  type Exchange,
  type HttpEvent,
  type HttpResult,
  type Step,
} from '../exchange.ts'
import { Alternative } from '../reply.ts'

/**
 * Logs one JSON line per request: endpoint, caller and address, ids of records, outcome
 * and time. Apart from ids and the address, no header, cookie, query or body is logged,
 * so no secret can be.
 */
export const log = (): Step => ({
  after: ({ event, response }) => logRequest(event, response),
  onError: ({ event, response, error }) => logRequest(event, response, error),
})

function logRequest(
  event: HttpEvent,
  response: HttpResult | null | undefined,
  error?: unknown,
): void {
  const { exchange, routeKey } = event
  const status = response?.statusCode ?? 500
  const caller = exchange?.caller
  const write = status >= 500 ? logger.error : logger.info
  write('request', {
    route: routeKey,
    status,
    ms: exchange && Date.now() - exchange.request.nowMs,
    caller: caller && callerId(caller),
    ip: exchange?.request.ip,
    ids: exchange && loggedIds(exchange),
    ...(error !== undefined && { failure: failureIn(error, status) }),
    ...(status === 401 && hintOf(event)),
  })
}

/** The name of an expected failure; name, stack and cause of an unexpected error. */
const failureIn = (error: unknown, status: number) =>
  error instanceof Failure && status < 500 ? error.kind : describeError(error)

/**
 * Returns the reason why a page of the developer's own machine is refused although it has
 * logged in.
 */
function hintOf({ headers, requestContext }: HttpEvent) {
  const page = URL.parse(headers.origin ?? '')?.hostname ?? ''
  const api = requestContext.domainName
  if (page === api || ![page, api].every((name) => loopbackNames.includes(name))) return
  return {
    hint: `the page is at ${page} and the API at ${api}: browsers send no cookies between them, so open both at localhost`,
  }
}

const loopbackNames = ['localhost', '127.0.0.1']

/**
 * The ids of the records that a request is about, by the names of the path, the body and the
 * answer: `orderId`, `ticketId`, `id` of the path's noun. Other texts are never logged.
 */
function loggedIds({ params, call, value }: Exchange): Record<string, string> {
  const answer = value instanceof Alternative ? value.value : value
  return Object.fromEntries(
    [answer, call?.body, params].flatMap((fields) =>
      Object.entries(fields ?? {}).filter(
        ([name, id]) => /^id$|Id$/.test(name) && typeof id === 'string' && isUuid(id),
      ),
    ),
  )
}
