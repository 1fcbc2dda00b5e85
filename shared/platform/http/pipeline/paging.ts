import { Failure } from '../../../failure.ts'
import { Page, unreadableCursor } from '../../dynamodb/page.ts'
import type { Endpoint } from '../endpoint.ts'
import { type Exchange, exchangeOf, type HttpEvent, type Step } from '../exchange.ts'
import { Alternative } from '../reply.ts'

const maxRows = 1_000

/** The page that a request for a list asks for; undefined for the whole list. */
export function readPage(
  { reply }: Endpoint,
  { limit, cursor }: Readonly<Record<string, string | undefined>>,
): Page | undefined {
  if (!reply.isList || (limit === undefined && cursor === undefined)) return undefined
  return new Page(readLimit(limit), cursor === undefined ? undefined : placeOf(cursor))
}

function readLimit(limit = String(maxRows)): number {
  const rows = /^\d{1,4}$/.test(limit) ? Number(limit) : 0
  if (rows >= 1 && rows <= maxRows) return rows
  throw new Failure('invalidPage', {
    fault: `limit: must be a whole number from 1 to ${maxRows}`,
  })
}

/**
 * A cursor holds the position of a row in its list and nothing else, no partition and no
 * filter. So it can lead only into the list that the request may read.
 */
const cursorOf = (place: string) => Buffer.from(place).toString('base64url')

function placeOf(cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').toString()
  if (cursorOf(place) !== cursor || !/^[!-~]{1,200}$/.test(place)) {
    throw unreadableCursor()
  }
  return place
}

/** Cuts the list that a handler returned to the page that was asked for. */
export const page = (): Step => ({
  after: ({ event }) => {
    const exchange = exchangeOf(event)
    exchange.value = pageOf(exchange.value, exchange.call?.page)
  },
})

/** A handler's rows; those of the page when it returned the whole list. */
function pageOf(value: unknown, page: Page | undefined): unknown {
  if (!page || page.isTaken) return value
  if (value instanceof Alternative) {
    return new Alternative(value.name, pageOf(value.value, page))
  }
  return Array.isArray(value) ? page.takeByNumber(value) : value
}

/** The Link header that leads to the next page, if there is one (RFC 8288). */
export function nextLink({ rawQueryString, exchange }: HttpEvent) {
  const { page } = exchange?.call ?? {}
  if (!exchange || page?.last === undefined) return undefined
  const query = new URLSearchParams(rawQueryString)
  query.set('limit', String(page.limit))
  query.set('cursor', cursorOf(page.last))
  return `<${pathOf(exchange)}?${query.toString()}>; rel="next"`
}

/** The path as a client sends it; the event's own has lost its percent-encoding. */
const pathOf = ({ endpoint, params }: Pick<Exchange, 'endpoint' | 'params'>) =>
  endpoint.path.replace(/{(\w+)\+?}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
