import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { Failure } from '../../../failure.ts'
import {
  exchangeOf,
  type HttpEvent,
  type HttpResponse,
  type HttpResult,
  type Step,
} from '../exchange.ts'
import { nextLink } from './paging.ts'
import { failureResponse } from './render.ts'

/** From this size on, in bytes, texts are compressed for clients that accept gzip. */
const compressedFrom = 1024

/** Largest response of Lambda, with room for headers. Base64 makes a body a third longer. */
const maxResponseBytes = 5.9 * 1024 * 1024

const inThreadPool = promisify(gzip)
const unpacked = promisify(gunzip)

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
  const { status, contentType, headers, isBase64, brotli, errorCode } = response
  const gzipped = response.gzip && Buffer.from(response.gzip)
  const isPacked = gzipped !== undefined && accepts(event, 'gzip')
  const body = gzipped && !isPacked ? (await unpacked(gzipped)).toString() : response.body
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
  if (isPacked) return fitting(event, encoded(result, 'gzip', gzipped))
  if (brotli && accepts(event, 'br')) return encoded(result, 'br', Buffer.from(brotli))
  if (isBase64) return brotli ? varying(result) : result
  const isSmall = body === null || Buffer.byteLength(body) < compressedFrom
  return isSmall ? result : fitted(event, result, body)
}

/**
 * Compresses a text where the client allows it, in Node's thread pool; 413 for one that
 * cannot be sent.
 */
async function fitted(
  event: HttpEvent,
  result: HttpResult,
  body: string,
): Promise<HttpResult> {
  const answer = accepts(event, 'gzip')
    ? encoded(result, 'gzip', await inThreadPool(body))
    : varying(result)
  return fitting(event, answer)
}

async function fitting(event: HttpEvent, answer: HttpResult): Promise<HttpResult> {
  const bytes = answer.isBase64Encoded
    ? Buffer.byteLength(answer.body ?? '')
    : Buffer.byteLength(JSON.stringify(answer.body))
  if (bytes <= maxResponseBytes) return answer
  const isExport = answer.headers?.['content-type'] === 'text/csv'
  const failure = isExport ? 'exportTooLarge' : 'responseTooLarge'
  return resultOf(event, failureResponse(new Failure(failure)))
}

const encoded = (result: HttpResult, coding: string, body: Buffer): HttpResult => ({
  ...result,
  headers: { ...varying(result).headers, 'content-encoding': coding },
  body: body.toString('base64'),
  isBase64Encoded: true,
})

const varying = (result: HttpResult): HttpResult => ({
  ...result,
  headers: {
    ...result.headers,
    vary: [result.headers?.vary, 'Accept-Encoding'].filter(Boolean).join(', '),
  },
})

/** True if a request allows a content coding: by its name or `*`, unless with q=0. */
function accepts({ headers }: HttpEvent, coding: 'br' | 'gzip'): boolean {
  const weights = new Map(
    (headers['accept-encoding'] ?? '')
      .toLowerCase()
      .split(',')
      .map((each) => each.split(/;\s*q=/).map((part) => part.trim()))
      .map(([name = '', weight = '1']) => [name, Number(weight)]),
  )
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0
}
