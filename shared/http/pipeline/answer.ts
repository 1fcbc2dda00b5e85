import { gzipSync } from 'node:zlib'
import type { MiddlewareObj } from '@middy/core'
import { Failure } from '../../failure.ts'
import { NodeFailure } from '../../lightning/failure.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Exchange, HttpEvent, HttpResult } from '../exchange.ts'
import { problemBody, problemFor } from '../problem.ts'
import { Alternative, type ContentType } from '../reply.ts'
import { nextLink } from './paging.ts'

/** A finished answer before it takes the platform's shape. */
export type Answer = {
  readonly status: number
  readonly contentType: ContentType | null
  readonly body: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** Above this size answers are compressed for clients that accept it. */
const compressedFrom = 1024 * 1024

/** What Lambda can return, with room for headers and base64's third. */
const largestAnswer = 5.9 * 1024 * 1024

/** Turns answers and failures into what API Gateway sends. */
export const answer = (): MiddlewareObj<HttpEvent, HttpResult> => ({
  after: (work) => {
    work.response = result(work.event, work.response as unknown as Answer)
  },
  onError: (work) => {
    work.response = result(work.event, answerFor(work.error, work.event.exchange))
  },
})

/** The endpoint's answer for what its handler returned. */
export function render(endpoint: Endpoint, value: unknown): Answer {
  const [reply, held] =
    value instanceof Alternative
      ? [endpoint.alternatives?.[value.name], value.value]
      : [endpoint.reply, value]
  if (!reply) throw new Error(`${endpoint.path} declares no such alternative`)
  const body = reply.body(held)
  return {
    status: reply.status,
    contentType: body === undefined ? null : reply.contentType,
    body:
      body === undefined
        ? null
        : reply.contentType === 'application/json'
          ? JSON.stringify(body)
          : (body as string),
  }
}

/** The answer to a failed request; what nobody foresaw is a 500 without details. */
export function answerFor(error: unknown, exchange?: Exchange): Answer {
  if (error instanceof NodeFailure) {
    const { message, code, reason } = error
    return asJson(error.status, { message, code, source: 'node', reason })
  }
  const failure = error instanceof Failure ? error : new Failure('internal')
  const { retryAfter } = failure.details
  if (retryAfter !== undefined) {
    return {
      ...asJson(failure.status, { retryAfter: Number(retryAfter) }),
      headers: { 'retry-after': retryAfter },
    }
  }
  const { problems = {} } = exchange?.endpoint ?? {}
  const problem = problemFor(failure, problems, exchange?.params ?? {})
  return asJson(problem.status, problemBody(problem))
}

const asJson = (status: number, body: unknown): Answer => ({
  status,
  contentType: body === undefined ? null : 'application/json',
  body: body === undefined ? null : JSON.stringify(body),
})

function result(event: HttpEvent, { status, contentType, body, headers }: Answer) {
  const cookies = event.exchange?.setCookies ?? []
  const link = status === 200 ? nextLink(event) : undefined
  const sent: HttpResult = {
    statusCode: status,
    headers: {
      'cache-control': 'no-store',
      ...(contentType && { 'content-type': contentType }),
      ...(link && { link }),
      ...headers,
    },
    ...(body !== null && { body }),
    ...(cookies.length > 0 && { cookies }),
  }
  return body === null || body.length < compressedFrom ? sent : fitted(event, sent, body)
}

function fitted(event: HttpEvent, sent: HttpResult, body: string): HttpResult {
  const compressed = acceptsGzip(event.headers['accept-encoding'])
    ? gzipSync(body).toString('base64')
    : undefined
  if ((compressed?.length ?? Buffer.byteLength(JSON.stringify(body))) > largestAnswer) {
    return result(event, answerFor(new Failure('answerTooLarge')))
  }
  if (compressed === undefined) return sent
  return {
    ...sent,
    headers: { ...sent.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
    body: compressed,
    isBase64Encoded: true,
  }
}

const acceptsGzip = (accepted = '') =>
  /(^|,)\s*(gzip|\*)\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(accepted)
