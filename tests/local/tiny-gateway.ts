import { onTestFinished } from 'vitest'
import { startGateway } from '../../infra/local/gateway/gateway.ts'
import type { HttpRoute } from '../../infra/local/gateway/routes.ts'
import type { SocketApi } from '../../infra/local/gateway/socket-api.ts'

/** What tests look at in events; each kind of event has a part of it. */
export type Event = {
  headers: Record<string, string>
  cookies: string[]
  queryStringParameters: Record<string, string>
  body: string
  isBase64Encoded: boolean
  requestContext: {
    routeKey: string
    eventType: string
    connectionId: string
    http: { method: string }
    time: string
    timeEpoch: number
  }
}
type Handler = (event: Event) => unknown

/** Starts a gateway whose functions are the given ones, until the test is over. */
export async function tinyGateway(options: {
  functions: Record<string, Handler>
  routes?: HttpRoute[]
  sockets?: SocketApi[]
  limits?: { integrationMs?: number; socketIdleMs?: number; socketLifeMs?: number }
}) {
  const events: Event[] = []
  const gateway = await startGateway({
    http: { routes: options.routes ?? [], fallback: 'fallback' },
    sockets: options.sockets ?? [],
    invoke: async (name, event) => {
      events.push(event as Event)
      return options.functions[name]?.(event as Event)
    },
    limits: options.limits ?? {},
  })
  onTestFinished(() => gateway.close())
  return { ...gateway, events }
}

/** A gateway whose every request is answered with the event it became. */
export async function echoGateway(routes: HttpRoute[] = []) {
  const gateway = await tinyGateway({
    routes,
    functions: { fallback: (event) => event, named: (event) => event },
  })
  return {
    url: gateway.url,
    send: async (path: string, init?: RequestInit): Promise<Event> =>
      (await fetch(gateway.url + path, init)).json() as Promise<Event>,
  }
}
