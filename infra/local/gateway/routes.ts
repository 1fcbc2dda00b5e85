import { percentDecoded } from './request.ts'

/** One route of an HTTP API. `method` may be ANY, `path` may contain {name} and {name+}. */
export type HttpRoute = {
  readonly method: string
  readonly path: string
  readonly functionName: string
}

/** The route that matches a request; `params` are decoded. */
export type Match = {
  readonly routeKey: string
  readonly functionName: string
  readonly params: Readonly<Record<string, string>>
}

/**
 * Finds the route of a request as API Gateway does: the most specific path wins, segment
 * by segment, and a specific method before ANY. A variable never matches an empty
 * segment.
 */
export function routeTable(routes: readonly HttpRoute[]) {
  const table = routes
    .map((route) => ({ route, pattern: route.path.split('/').slice(1) }))
    .sort(
      (a, b) =>
        comparePatterns(a.pattern, b.pattern) ||
        Number(a.route.method === 'ANY') - Number(b.route.method === 'ANY'),
    )
  return (method: string, rawPath: string): Match | undefined => {
    const segments = rawPath.split('/').slice(1)
    for (const { route, pattern } of table) {
      if (route.method !== method && route.method !== 'ANY') continue
      const params = paramsOf(pattern, segments)
      const { functionName } = route
      if (params) {
        return { routeKey: `${route.method} ${route.path}`, functionName, params }
      }
    }
    return undefined
  }
}

type Kind = { readonly rank: 0 | 1 | 2; readonly name: string }

const kinds = { literal: 0, variable: 1, greedy: 2 } as const

function kindOf(segment: string): Kind {
  const [, name = '', plus] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? []
  if (name === '') return { rank: kinds.literal, name: segment }
  return { rank: plus ? kinds.greedy : kinds.variable, name }
}

function comparePatterns(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const difference = kindOf(a[i] ?? '').rank - kindOf(b[i] ?? '').rank
    if (difference !== 0) return difference
  }
  // Sorting needs a total order: a path that goes on comes before one that ends
  return b.length - a.length
}

function paramsOf(pattern: readonly string[], segments: readonly string[]) {
  const params: Record<string, string> = {}
  for (const [i, part] of pattern.entries()) {
    const { rank, name } = kindOf(part)
    const segment = segments[i] ?? ''
    if (rank === kinds.greedy) {
      const rest = segments.slice(i).join('/')
      if (rest !== '') params[name] = percentDecoded(rest)
      return rest === '' ? undefined : params
    }
    if (rank === kinds.literal ? segment !== name : segment === '') return undefined
    if (rank === kinds.variable) params[name] = percentDecoded(segment)
  }
  return segments.length === pattern.length ? params : undefined
}
