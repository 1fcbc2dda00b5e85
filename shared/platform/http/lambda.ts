import { Failure } from '../../failure.ts'
import { resolveClientAddress } from '../../people/auth/client-address.ts'
import { isForeignPage } from '../../people/auth/page-origin.ts'
import { publicUrls } from '../deployment/public-urls.ts'
import type { Handlers } from './call.ts'
import type { Endpoint, Group } from './endpoint.ts'
import { exchangeOf, type HttpEvent, type Route, type Step } from './exchange.ts'
import { authorize } from './pipeline/authorize.ts'
import { limitCallerRate } from './pipeline/caller-rate.ts'
import { frontDoorOnly } from './pipeline/front-door.ts'
import { idempotency } from './pipeline/idempotency.ts'
import { pipeline } from './pipeline/pipeline.ts'
import { recognizeTill } from './pipeline/till.ts'
import { routeTable } from './route-table.ts'

/** The Lambda of a group: binds each declared endpoint to what it does. */
export const lambda = <E extends Record<string, Endpoint>>(
  group: Group<E>,
  handlers: Handlers<NoInfer<E>>,
) => guardedPipeline(routeTable(group, handlers))

/** The pipeline whose guards need tokens and records. */
export const guardedPipeline = (routeOf: (event: HttpEvent) => Route) =>
  pipeline(routeOf, [
    frontDoorOnly(),
    clientAddress(),
    ownPagesOnly(),
    recognizeTill(),
    authorize(),
    limitCallerRate(),
    idempotency(),
  ])

/**
 * Finds the client's address and scheme behind the front door and trusted proxies, and the
 * URLs of this API.
 */
const clientAddress = (): Step => ({
  before: async ({ event }) => {
    const exchange = exchangeOf(event)
    const { ip, https, viewerOrigin } = await resolveClientAddress(
      event.requestContext.http.sourceIp,
      event.headers,
    )
    const urls = publicUrls(viewerOrigin)
    exchange.request = { ...exchange.request, ip, https, ...urls }
  },
})

/** Refuses requests that change something with cookies, from pages of other sites. */
const ownPagesOnly = (): Step => ({
  before: async ({ event }) => {
    const { endpoint, request } = exchangeOf(event)
    if (endpoint.method === 'GET' || request.cookies.size === 0) return
    if (await isForeignPage(request.headers)) throw new Failure('foreignPage')
  },
})
