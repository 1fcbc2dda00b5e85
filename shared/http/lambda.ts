import middy from '@middy/core'
import securityHeaders from '@middy/http-security-headers'
import type { Handlers } from './call.ts'
import { type Endpoint, type Group, routeKey } from './endpoint.ts'
import {
  exchangeOf,
  type Handle,
  type HttpEvent,
  type HttpResult,
  type Route,
} from './exchange.ts'
import { answer } from './pipeline/answer.ts'
import { authorize } from './pipeline/authorize.ts'
import { cors } from './pipeline/cors.ts'
import { runOnce } from './pipeline/idempotency.ts'
import { log } from './pipeline/log.ts'
import { receive } from './pipeline/receive.ts'

/** The Lambda of a group: binds each declared endpoint to what it does. */
export function lambda<E extends Record<string, Endpoint>>(
  { endpoints }: Group<E>,
  handlers: Handlers<NoInfer<E>>,
) {
  const routes = new Map<string, Route>(
    Object.entries(endpoints).map(([name, endpoint]) => [
      routeKey(endpoint),
      { endpoint, handle: handlers[name] as Handle },
    ]),
  )
  return pipeline(({ routeKey: key }) => {
    const route = routes.get(key)
    if (!route) throw new Error(`no endpoint is declared for ${key}`)
    return route
  })
}

/** The steps that every request takes, whichever way its endpoint is found. */
export const pipeline = (routeOf: (event: HttpEvent) => Route) =>
  middy<HttpEvent, HttpResult>()
    .use(log())
    .use(cors())
    // Pictures under /uploads are shown by pages of other origins.
    .use(securityHeaders({ crossOriginResourcePolicy: { policy: 'cross-origin' } }))
    .use(answer())
    .use(receive(routeOf))
    .use(authorize())
    .handler(
      async (event: HttpEvent) => runOnce(exchangeOf(event)) as unknown as HttpResult,
    )
