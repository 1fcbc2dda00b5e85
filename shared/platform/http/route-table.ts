import { Failure } from '../../failure.ts'
import { settings } from '../deployment/settings.ts'
import type { Handlers } from './call.ts'
import { type Endpoint, type Group, routeKey } from './endpoint.ts'
import type { Handle, HttpEvent, Route } from './exchange.ts'

/** True if this deployment has an endpoint. */
export const isServed = ({ option }: Endpoint): boolean =>
  option === undefined || settings[option]()

const unknownPath: Handle = () => {
  throw new Failure('notFound')
}

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
    return isServed(route.endpoint) ? route : { ...route, handle: unknownPath }
  }
}
