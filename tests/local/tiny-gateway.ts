import { onTestFinished } from 'vitest'
import { startGateway } from '../../infra/local/gateway/gateway.ts'
import type { HttpRoute } from '../../infra/local/gateway/routes.ts'
import type { SocketApi } from '../../infra/local/gateway/socket-api.ts'

/** The event fields that tests read; each kind of event has some of them. */
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

/** Starts a gateway with these functions. It closes when the test is over. */
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

/** A gateway that responds to every request with its event. */
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
