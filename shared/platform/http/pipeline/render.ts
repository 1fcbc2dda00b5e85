import { Failure, isFailure } from '../../../failure.ts'
import { NodeFailure } from '../../../lightning/node/failure.ts'
import { isObject } from '../../validation/fields.ts'
import { type Endpoint, saysSource } from '../endpoint.ts'
import { type Exchange, exchangeOf, type HttpResponse, type Step } from '../exchange.ts'
import { refusalOf } from '../problems.ts'
import {
  Alternative,
  FileContent,
  type Reply,
  TaggedJson,
  VersionedText,
} from '../reply.ts'

/** Renders what the handler returned, or the failure it threw, by the declaration. */
export const renderResponse = (): Step => ({
  after: ({ event }) => {
    const exchange = exchangeOf(event)
    const { endpoint, key, value } = exchange
    exchange.response ??= key?.stored ?? render(endpoint, value)
  },
  onError: ({ event: { exchange }, error }) => {
    if (exchange) exchange.response = failureResponse(error, exchange)
  },
})

/** The endpoint's response for a handler's value. */
export function render(endpoint: Endpoint, value: unknown): HttpResponse {
  const [reply, content] =
    value instanceof Alternative
      ? [endpoint.alternatives?.[value.name], value.value]
      : [endpoint.reply, value]
  if (!reply) throw new Error(`${endpoint.path} declares no such alternative`)
  const { status, contentType, errorCode, location, vary } = reply
  const body = reply.body(content)
  const headers = { ...(location !== undefined && { location }), ...(vary && { vary }) }
  if (body === undefined) return { status, contentType: null, body: null, headers }
  if (body instanceof FileContent) {
    return {
      ...fileResponse(status, body),
      ...(errorCode !== undefined && { errorCode }),
    }
  }
  if (body instanceof TaggedJson) return taggedResponse(reply, body)
  if (body instanceof VersionedText) {
    // Also with 304, as browsers then give the page that they have these headers.
    const { contentPolicy, deviceFeatures } = endpoint.reply
    return { ...versionedResponse(reply, body), contentPolicy, deviceFeatures }
  }
  return {
    status,
    contentType,
    body: contentType === 'application/json' ? JSON.stringify(body) : (body as string),
    headers,
    ...(errorCode !== undefined && { errorCode }),
  }
}

const fileResponse = (
  status: number,
  { content, type, cacheControl, options }: FileContent,
): HttpResponse => ({
  status,
  contentType: type,
  ...(typeof content === 'string'
    ? { body: content }
    : { body: Buffer.from(content).toString('base64'), isBase64: true }),
  brotli: options.brotli,
  headers: { ...options.headers, 'cache-control': cacheControl },
  contentPolicy: options.contentPolicy,
})

const taggedResponse = (
  { status, contentType }: Reply<never>,
  { content, etag }: TaggedJson,
): HttpResponse => ({
  status,
  contentType,
  ...(contentType !== null && content instanceof Uint8Array
    ? { body: null, gzip: content }
    : { body: contentType === null ? null : JSON.stringify(content) }),
  headers: { etag },
})

/** A versioned text may be kept for a minute, and longer once its tag was compared. */
const versionedResponse = (
  { status, contentType }: Reply<never>,
  { text, etag }: VersionedText,
): HttpResponse => ({
  status,
  contentType,
  body: contentType === null ? null : text,
  headers: { 'cache-control': 'public, max-age=60', etag },
})

/** The response to a failed request; an unexpected error is a 500 without details. */
export function failureResponse(error: unknown, exchange?: Exchange): HttpResponse {
  if (error instanceof NodeFailure) {
    const { message, code, reason, next } = error
    return refusal(reason, error.status, { message, code, source: 'node', reason, next })
  }
  const failure = error instanceof Failure ? error : new Failure('internal')
  const { endpoint, params } = exchange ?? {}
  const { code, status, body: own } = refusalOf(failure, endpoint?.problems, params)
  const body = endpoint && saysSource(endpoint) ? withSource(own) : own
  const { retryAfter } = failure.details
  if (retryAfter === undefined) return refusal(code, status, body)
  // Many operations refuse busy callers: with a message, as generated clients expect of refusals
  const isBare = status === 429 && !isFailure(failure, 'apiKeyBusy', 'callerBusy')
  return {
    ...refusal(code, status, isBare ? { retryAfter } : body),
    headers: { 'retry-after': String(retryAfter) },
  }
}

/** Clients tell what the service refuses from what the node does. */
const withSource = (body: unknown): unknown =>
  isObject(body) && 'message' in body ? { ...body, source: 'service' } : body

const refusal = (errorCode: string, status: number, body: unknown): HttpResponse => ({
  errorCode,
  status,
  contentType: body === undefined ? null : 'application/json',
  body: body === undefined ? null : JSON.stringify(body),
})
