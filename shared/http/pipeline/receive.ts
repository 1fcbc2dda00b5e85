import type { MiddlewareObj } from '@middy/core'
import { originOf } from '../../auth/client-address.ts'
import { readCookies } from '../../auth/cookies.ts'
import type { HttpEvent, HttpResult, Route } from '../exchange.ts'

/** Takes a request in: finds its endpoint, its origin and its cookies. */
export const receive = (
  routeOf: (event: HttpEvent) => Route,
): MiddlewareObj<HttpEvent, HttpResult> => ({
  before: async ({ event }) => {
    const route = routeOf(event)
    const { http, requestId } = event.requestContext
    const origin = await originOf(http.sourceIp, event.headers)
    const setCookies: string[] = []
    event.exchange = {
      ...route,
      setCookies,
      params: event.pathParameters ?? {},
      query: present(event.queryStringParameters),
      request: {
        ...origin,
        id: requestId,
        nowMs: Date.now(),
        headers: event.headers,
        cookies: readCookies(event.cookies),
        bytes: () =>
          Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
        setCookie: (cookie) => setCookies.push(cookie),
      },
    }
  },
})

/** A blank query parameter counts as absent (open-areas, section 0). */
const present = (query: HttpEvent['queryStringParameters'] = {}) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value?.trim() !== ''))
