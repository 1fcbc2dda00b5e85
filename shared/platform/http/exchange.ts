import type { MiddlewareObj } from '@middy/core'
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
} from 'aws-lambda'
import type { AgentRecord } from '../../agents/agents.ts'
import type { Caller } from '../../people/auth/tokens.ts'
import type { RequestKey, StorableResponse } from '../idempotency/request-key.ts'
import type { Call, RequestFacts, RequestTill } from './call.ts'
import type { Endpoint } from './endpoint.ts'

/** A handler as the pipeline sees it, its types erased. */
export type Handle = (call: Call) => unknown

/** The endpoint that serves a request, and what it does. */
export type Route = { readonly endpoint: Endpoint; readonly handle: Handle }

/** A rendered response before it takes the platform's shape. */
export type HttpResponse = StorableResponse & {
  /** The body as Brotli, where it was compressed when it was built. */
  readonly brotli?: Uint8Array | undefined
  /** The body as a text in gzip, made once for all; `body` is null then. */
  readonly gzip?: Uint8Array | undefined
  /** The Content-Security-Policy; by default one that allows nothing. */
  readonly contentPolicy?: string | undefined
  /** Device features that a page may use; by default none. */
  readonly deviceFeatures?: readonly string[] | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** One request on its way through the pipeline; each step fills in what it finds out. */
export type Exchange = {
  readonly endpoint: Endpoint
  handle: Handle
  request: RequestFacts
  readonly params: Readonly<Record<string, string | undefined>>
  /** The query's parameters but for the blank ones. */
  readonly query: Readonly<Record<string, string | undefined>>
  readonly setCookies: string[]
  caller?: Caller | AgentRecord | undefined
  /** The till whose token the request has. */
  till?: RequestTill | undefined
  /** The till is noted meanwhile. */
  noting?: Promise<void>
  /** Set while the request runs under an Idempotency-Key. */
  key?: RequestKey
  call?: Call
  /** The handler's return value. */
  value?: unknown
  /** The rendered response; set before the handler runs when it is replayed. */
  response?: HttpResponse | undefined
}

export type HttpEvent = APIGatewayProxyEventV2 & {
  exchange?: Exchange
  /** Reason why its shop takes no such request, or that there is no such shop. */
  readonly refused?: Error | undefined
}
export type HttpResult = APIGatewayProxyStructuredResultV2

/** A step of the pipeline: what it does before the handler, after it, or on an error. */
export type Step = MiddlewareObj<HttpEvent, HttpResult | undefined>

/** The exchange that `receive` put on the event. */
export function exchangeOf(event: HttpEvent): Exchange {
  if (!event.exchange) throw new Error('no exchange: receive has not run')
  return event.exchange
}

/** The id of a caller: a user's, an API key's or an agent's. */
export const callerId = (caller: Caller | AgentRecord) =>
  'secretHash' in caller ? caller.id : (caller.apiKeyId ?? caller.userId)
