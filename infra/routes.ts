import { groups, socketApis } from '../functions/all.ts'
import type { Access, Group, SocketApi } from '../shared/platform/http/endpoint.ts'
import { alignedColumns } from './markdown-table.ts'

/** One line for every route of the API: method, path, who may call it, its function. */
export function routeList(
  http: readonly Group[],
  sockets: readonly SocketApi[],
): string[] {
  const rows = [
    ...http.flatMap(({ name, endpoints }) =>
      Object.values(endpoints).map(({ method, path, access }) => [
        method,
        path,
        callerOf(access),
        name,
      ]),
    ),
    ...sockets.flatMap(({ name, paths, access }) =>
      paths.map((path) => ['WS', path, callerOf(access), name]),
    ),
  ]
  rows.sort(
    ([method = '', path = ''], [otherMethod = '', otherPath = '']) =>
      compare(path, otherPath) || compare(method, otherMethod),
  )
  return alignedColumns(rows)
}

const callerNames = {
  public: 'anyone',
  'login-screen': 'any token (the login screen)',
  token: 'any token',
  'token-once-set-up': 'any token (anyone before setup)',
  administrator: 'administrators',
  wallet: 'administrators with an open wallet',
  agent: 'agents',
} as const

const callerOf = (access: Access): string =>
  typeof access === 'string'
    ? callerNames[access]
    : access.permission.join(access.any ? ' or ' : ' + ') +
      (access.orOwnId ? ", or the caller's own id" : '') +
      (access.where ? ` with ${access.where}` : '')

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

if (import.meta.main) console.log(routeList(groups, socketApis).join('\n'))
