import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
} from 'aws-lambda'
import type { Caller } from '../auth/tokens.ts'
import type { Agent } from '../table/agents.ts'
import type { Call, RequestFacts } from './call.ts'
import type { Endpoint } from './endpoint.ts'

/** A handler as the pipeline sees it, its types erased. */
export type Handle = (call: Call) => unknown

/** The endpoint that serves a request, and what it does. */
export type Route = { readonly endpoint: Endpoint; readonly handle: Handle }

/** One request on its way through the pipeline; each step fills in what it finds out. */
export type Exchange = Route & {
  readonly request: RequestFacts
  readonly params: Readonly<Record<string, string | undefined>>
  /** The query's parameters but for the blank ones. */
  readonly query: Readonly<Record<string, string | undefined>>
  readonly setCookies: string[]
  caller?: Caller | Agent | undefined
  call?: Call
}

export type HttpEvent = APIGatewayProxyEventV2 & { exchange?: Exchange }
export type HttpResult = APIGatewayProxyStructuredResultV2

/** The exchange that `receive` put on the event. */
export function exchangeOf(event: HttpEvent): Exchange {
  if (!event.exchange) throw new Error('no exchange: receive has not run')
  return event.exchange
}

/** The id of whoever sent a request: a user's or an agent's. */
export const callerId = (caller: Caller | Agent) =>
  'secretHash' in caller ? caller.id : caller.userId
