import { api } from './api.ts'
import { type Connection, endpointCall } from './call.ts'
import type { Pos } from './pos.ts'
import type { Route } from './route.ts'
import { openSession } from './session.ts'
import { keepTillData, type TillDataStore } from './till-data.ts'
import { type EventOptions, type WatchOptions, watch, watchEvents } from './watch.ts'

/** Options of a connection. */
export type ConnectOptions = {
  /** The API's own address, such as `https://pos.shop.example`. */
  readonly baseUrl: string
  /**
   * Cookies by name, for platforms that keep none; keep the map to stay logged in. In
   * browsers it stays empty.
   */
  readonly cookies?: Map<string, string>
  /** The secret of an API key, for programs: no login, no cookies. */
  readonly apiKey?: string
  /** Milliseconds that an attempt may take. The API itself answers within 30 s. */
  readonly timeoutMs?: number
  /** Attempts after the first one, where repeating is safe. */
  readonly retries?: number
  /** Store of `tillData.latest`; memory alone if it is left out. */
  readonly tillData?: TillDataStore
  /** Sends requests instead of the platform's fetch, to log them for example. */
  readonly fetch?: typeof fetch
}

/**
 * A typed client of the API: `pos.<group>.<endpoint>({ params, query, body })`. Calls renew
 * the access token when they must. They throw PosError for every answer but a success.
 */
export function connect({
  baseUrl,
  cookies = new Map(),
  apiKey,
  timeoutMs = 35_000,
  retries = 4,
  tillData: store,
  fetch = globalThis.fetch,
}: ConnectOptions): Pos {
  const reach = { baseUrl: baseUrl.replace(/\/$/, ''), cookies, apiKey, timeoutMs, fetch }
  const connection: Connection = { reach, session: openSession(reach), retries }
  const groups = Object.entries(api).map(([group, endpoints]) => [
    group,
    mapValues(endpoints, (name, route) =>
      endpointCall(connection, `${group}.${name}`, route),
    ),
  ])
  const { payments, tillData, ...others } = Object.fromEntries(groups)
  return {
    ...others,
    payments: {
      ...payments,
      watch: (options?: WatchOptions) => watch(connection, options),
    },
    tillData: { ...tillData, ...keepTillData(tillData.all, store) },
    events: { watch: (options?: EventOptions) => watchEvents(connection, options) },
  } as Pos
}

const mapValues = <Value>(
  endpoints: Readonly<Record<string, Route>>,
  map: (name: string, route: Route) => Value,
) =>
  Object.fromEntries(
    Object.entries(endpoints).map(([name, route]) => [name, map(name, route)]),
  )
