import { Failure } from '../../../failure.ts'
import { parse } from '../../validation/parse.ts'
import type { Call, RequestFacts } from '../call.ts'
import { bodyLimitOf, type Endpoint } from '../endpoint.ts'
import { type Exchange, exchangeOf, type Step } from '../exchange.ts'
import { readPage } from './paging.ts'

/**
 * Reads path, query and body by the endpoint's schemas, unless a response is replayed.
 * Throws `blankParameter`, `bodyTooLarge`, `invalidPage`, and `invalid` or what the schema
 * names for the rest.
 */
export const readRequest = (): Step => ({
  before: ({ event }) => {
    const exchange = exchangeOf(event)
    if (!exchange.response) exchange.call = callOf(exchange)
  },
})

function callOf(exchange: Exchange): Call {
  const { endpoint, query, request, caller, key } = exchange
  const body = () => bodyOf(endpoint, request)
  return {
    params: paramsOf(exchange),
    query: endpoint.query && parse(endpoint.query, query),
    body: endpoint.deferBody ? body : body(),
    caller,
    request,
    key,
    till: exchange.till,
    page: readPage(endpoint, query),
  } as Call
}

function paramsOf({ endpoint, params }: Exchange) {
  const blank = Object.keys(params).find((name) => params[name]?.trim() === '')
  if (blank !== undefined) throw blankParameter(endpoint, blank)
  return params
}

/** The failure for a blank path segment; it names the kind of parameter. */
const blankParameter = (endpoint: Endpoint, name: string) =>
  new Failure('blankParameter', { parameter: blankNameOf(endpoint, name) })

/** Returns the name of a path parameter in failures, such as `order ID`. */
export const blankNameOf = ({ blank }: Endpoint, name: string): string =>
  blank ?? blankNames[name] ?? 'ID'

const blankNames: Readonly<Record<string, string>> = {
  orderId: 'order ID',
  userId: 'user ID',
  tableId: 'table ID',
  ticketId: 'ticket ID',
  paymentId: 'payment ID',
  status: 'status',
  date: 'date',
}

function bodyOf(endpoint: Endpoint, request: RequestFacts): unknown {
  const { body: schema, rawBody } = endpoint
  const bytes = request.bytes()
  if (bytes.length > bodyLimitOf(endpoint)) throw new Failure('bodyTooLarge')
  if (rawBody || !schema) return undefined
  return parse(schema, bytes.length === 0 ? undefined : json(bytes))
}

/** Refuses bytes that are not UTF-8, and skips a byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** More values than any endpoint takes: reading them takes long, right or wrong. */
const mostCommas = 50_000

function json(bytes: Buffer): unknown {
  if (hasMoreCommas(bytes, mostCommas)) {
    throw new Failure('invalid', { fault: 'the body has too many values' })
  }
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new Failure('invalid', { fault: 'the body is not JSON' })
  }
}

const comma = 0x2c

/** True if a body has more commas than `most`, those in texts included. */
function hasMoreCommas(bytes: Buffer, most: number): boolean {
  if (bytes.length <= most) return false
  let at = -1
  for (let commas = 0; commas <= most; commas += 1) {
    at = bytes.indexOf(comma, at + 1)
    if (at === -1) return false
  }
  return true
}
