import { readCookies } from '../../../people/auth/cookies.ts'
import type { HttpEvent, Route, Step } from '../exchange.ts'

/** Puts the exchange of a request on its event: its endpoint and the facts it came with. */
export const receive = (routeOf: (event: HttpEvent) => Route): Step => ({
  before: ({ event }) => {
    const route = routeOf(event)
    const { http, requestId } = event.requestContext
    const setCookies: string[] = []
    event.exchange = {
      ...route,
      setCookies,
      params: event.pathParameters ?? {},
      query: present(event.queryStringParameters),
      request: {
        // As API Gateway sees them; the step `clientAddress` looks behind proxies.
        ip: http.sourceIp,
        https: true,
        publicUrl: '',
        ownUrls: [],
        id: requestId,
        nowMs: Date.now(),
        path: event.rawPath,
        headers: event.headers,
        cookies: readCookies(event.cookies),
        bytes: () =>
          Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
        setCookies: (cookies) => setCookies.push(...cookies),
      },
    }
  },
})

/** A blank query parameter counts as absent. */
const present = (query: HttpEvent['queryStringParameters'] = {}) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value?.trim() !== ''))
