import { percentDecoded } from './request.ts'

/** One route of an HTTP API. Its path may contain {name}. */
export type HttpRoute = {
  readonly method: string
  readonly path: string
  readonly functionName: string
  /** The largest body that the function reads, in bytes; as large as Lambda takes by default. */
  readonly bodyLimit?: number
}

/** The route that matches a request; `params` are decoded. */
export type Match = {
  readonly routeKey: string
  readonly functionName: string
  readonly params: Readonly<Record<string, string>>
  readonly bodyLimit?: number | undefined
}

/**
 * Finds the route of a request as API Gateway does: the most specific path wins, segment
 * by segment. A variable never matches an empty segment.
 */
export function routeTable(routes: readonly HttpRoute[]) {
  const table = routes
    .map((route) => ({ ...route, pattern: patternOf(route.path) }))
    .sort((one, other) => rankOf(one.path).localeCompare(rankOf(other.path)))
  return (requested: string, rawPath: string): Match | undefined => {
    for (const { method, path, functionName, bodyLimit, pattern } of table) {
      const match = method === requested && pattern.exec(rawPath)
      if (!match) continue
      const params = Object.entries(match.groups ?? {}).map(
        ([name, segment]) => [name, percentDecoded(segment)] as const,
      )
      return {
        routeKey: `${method} ${path}`,
        functionName,
        params: Object.fromEntries(params),
        bodyLimit,
      }
    }
    return undefined
  }
}

/** Sorts paths: a digit for each segment, and one for the end. */
const rankOf = (path: string) =>
  [...path.split('/').map((segment) => (segment.startsWith('{') ? 1 : 0)), 2].join('')

const patternOf = (path: string) => {
  const source = path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return new RegExp(`^${source}$`)
}
