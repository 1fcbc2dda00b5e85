import { gzipSync } from 'node:zlib'
import type { MiddlewareObj } from '@middy/core'
import { Failure } from '../../failure.ts'
import { NodeFailure } from '../../lightning/failure.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Exchange, HttpEvent, HttpResult } from '../exchange.ts'
import { problemBody, problemFor } from '../problem.ts'
import { Alternative, FileContent } from '../reply.ts'
import { nextLink } from './paging.ts'

/** A finished answer before it takes the platform's shape. */
export type Answer = {
  readonly status: number
  readonly contentType: string | null
  readonly body: string | null
  /** Whether the body is base64 of the bytes to send. */
  readonly isBase64?: true
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
  if (body instanceof FileContent) return fileAnswer(reply.status, body)
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

/** A file under a path of its own: clients may keep it for good. */
const fileAnswer = (status: number, { bytes, type }: FileContent): Answer => ({
  status,
  contentType: type,
  body: Buffer.from(bytes).toString('base64'),
  isBase64: true,
  headers: { 'cache-control': 'public, max-age=31536000, immutable' },
})

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

function result(event: HttpEvent, answer: Answer): HttpResult {
  const { status, contentType, body, headers, isBase64 } = answer
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
    ...(isBase64 && { isBase64Encoded: true }),
    ...(cookies.length > 0 && { cookies }),
  }
  const isSmall = body === null || body.length < compressedFrom
  return isSmall || isBase64 ? sent : fitted(event, sent, body)
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
