import type { MiddlewareObj } from '@middy/core'
import { Failure } from '../../failure.ts'
import type { Call } from '../call.ts'
import type { Endpoint } from '../endpoint.ts'
import {
  type Exchange,
  exchangeOf,
  type HttpEvent,
  type HttpResult,
} from '../exchange.ts'
import { parse } from '../parse.ts'
import { readPage } from './paging.ts'

const megabyte = 1024 * 1024

/** Reads path, query and body by the endpoint's schemas; throws `invalid` for the rest. */
export const readRequest = (): MiddlewareObj<HttpEvent, HttpResult> => ({
  before: ({ event }) => {
    const exchange = exchangeOf(event)
    exchange.call = callFor(exchange, event)
  },
})

function callFor(exchange: Exchange, event: HttpEvent): Call {
  const { endpoint, request, caller } = exchange
  const { bodyLimit = megabyte } = endpoint
  const body = () => bodyOf(endpoint, request.bytes())
  if (bodySize(event) > bodyLimit) throw new Failure('bodyTooLarge')
  const query = present(event.queryStringParameters)
  return {
    params: paramsOf(exchange),
    query: endpoint.query && parse(endpoint.query, query),
    body: endpoint.deferBody ? body : body(),
    caller,
    request,
    page: readPage(endpoint, query),
  } as Call
}

function paramsOf({ endpoint, params }: Exchange) {
  const blank = Object.keys(params).find((name) => params[name]?.trim() === '')
  if (blank !== undefined) throw blankParameter(endpoint, blank)
  return params
}

/** The contract's refusal of a blank path segment, named after the kind of parameter. */
const blankParameter = (endpoint: Endpoint, name: string) =>
  new Failure('blankParameter', { parameter: endpoint.blank ?? blankNames[name] ?? 'ID' })

const blankNames: Readonly<Record<string, string>> = {
  orderId: 'order ID',
  userId: 'user ID',
  tableId: 'table ID',
  ticketId: 'ticket ID',
  paymentId: 'payment ID',
  status: 'status',
  date: 'date',
}

function bodyOf({ body: schema, rawBody }: Endpoint, bytes: Buffer): unknown {
  if (rawBody || !schema) return undefined
  return parse(schema, bytes.length === 0 ? undefined : json(bytes))
}

function json(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new Failure('invalid', { fault: 'the body is not JSON' })
  }
}

/** A blank query parameter counts as absent (open-areas, section 0). */
const present = (query: HttpEvent['queryStringParameters'] = {}) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value?.trim() !== ''))

const bodySize = ({ body = '', isBase64Encoded }: HttpEvent) =>
  isBase64Encoded ? Math.floor((body.length * 3) / 4) : Buffer.byteLength(body)
