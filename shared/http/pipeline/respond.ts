import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Failure } from '../../failure.ts'
import {
  exchangeOf,
  type HttpEvent,
  type HttpResponse,
  type HttpResult,
  type Step,
} from '../exchange.ts'
import { nextLink } from './paging.ts'
import { failureResponse } from './render.ts'

/** From this size on, in bytes, responses are compressed for clients that accept it. */
const compressedFrom = 1024 * 1024

/** What Lambda can return, with room for headers. Base64 makes a body a third longer. */
const maxResponseBytes = 5.9 * 1024 * 1024

const inThreadPool = promisify(gzip)

/** Gives a rendered response the shape that API Gateway sends. */
export const respond = (): Step => ({
  after: async (work) => {
    const { response } = exchangeOf(work.event)
    if (!response) throw new Error('no response: it was not rendered')
    work.response = await resultOf(work.event, response)
  },
  onError: async (work) => {
    const { event, error } = work
    const response = event.exchange?.response ?? failureResponse(error)
    work.response = await resultOf(event, response)
  },
})

async function resultOf(event: HttpEvent, response: HttpResponse): Promise<HttpResult> {
  const { status, contentType, body, headers, isBase64, compress, errorCode } = response
  const cookies = event.exchange?.setCookies ?? []
  const link = status === 200 ? nextLink(event) : undefined
  const result: HttpResult = {
    statusCode: status,
    headers: {
      'cache-control': 'no-store',
      ...(contentType && { 'content-type': contentType }),
      ...(link && { link }),
      ...(errorCode && { 'error-code': errorCode }),
      ...headers,
    },
    ...(body !== null && { body }),
    ...(isBase64 && { isBase64Encoded: true }),
    ...(cookies.length > 0 && { cookies }),
  }
  const isSmall = body === null || (Buffer.byteLength(body) < compressedFrom && !compress)
  return isSmall || isBase64 ? result : fitted(event, result, body)
}

/**
 * Compresses a long body where the client allows it, in Node's thread pool; 413 for one that
 * cannot be sent.
 */
async function fitted(
  event: HttpEvent,
  result: HttpResult,
  body: string,
): Promise<HttpResult> {
  const compressed = acceptsGzip(event.headers['accept-encoding'])
    ? (await inThreadPool(body)).toString('base64')
    : undefined
  const bytes = compressed?.length ?? Buffer.byteLength(JSON.stringify(body))
  if (bytes > maxResponseBytes) {
    const isExport = result.headers?.['content-type'] === 'text/csv'
    const failure = isExport ? 'exportTooLarge' : 'responseTooLarge'
    return resultOf(event, failureResponse(new Failure(failure)))
  }
  const headers = { ...result.headers, vary: 'Accept-Encoding' }
  if (compressed === undefined) return { ...result, headers }
  return {
    ...result,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: compressed,
    isBase64Encoded: true,
  }
}

const acceptsGzip = (accepted = '') =>
  /(^|,)\s*(gzip|\*)\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(accepted)
