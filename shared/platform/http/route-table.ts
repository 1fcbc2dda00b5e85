import { Failure } from '../../failure.ts'
import { settings } from '../deployment/settings.ts'
import type { Handlers } from './call.ts'
import { type Endpoint, type Group, get, routeKey } from './endpoint.ts'
import type { Handle, HttpEvent, Route } from './exchange.ts'
import { noContent } from './reply.ts'

/** True if this deployment has an endpoint. */
export const isServed = ({ option }: Endpoint): boolean =>
  option === undefined || settings[option]()

/** Answers what no endpoint does, whatever its body, and whoever asks. */
export const unmatched = get('*', {
  summary: 'Answers what no route matches',
  access: 'public',
  bodyLimit: Number.POSITIVE_INFINITY,
  reply: noContent,
})

/** Refuses what no endpoint answers. */
export const failing = (kind: 'notFound' | 'methodNotAllowed'): Route => ({
  endpoint: unmatched,
  handle: () => {
    throw new Failure(kind)
  },
})

/** Binds each declared endpoint to its handler, found by API Gateway's route key. */
export function routeTable<E extends Record<string, Endpoint>>(
  { endpoints }: Group<E>,
  handlers: Handlers<E>,
): (event: HttpEvent) => Route {
  const routes = new Map<string, Route>(
    Object.entries(endpoints).map(([name, endpoint]) => [
      routeKey(endpoint),
      { endpoint, handle: handlers[name] as Handle },
    ]),
  )
  return ({ routeKey: key }) => {
    const route = routes.get(key)
    if (!route) throw new Error(`no endpoint is declared for ${key}`)
    const { endpoint } = route
    if (isServed(endpoint)) return route
    const { problems = {} } = endpoint
    return { ...failing('notFound'), endpoint: { ...unmatched, problems } }
  }
}
