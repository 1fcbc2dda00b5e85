import { expect, it } from 'vitest'
import { groups } from '../../functions/all.ts'
import { failuresOf } from '../../infra/openapi/failures.ts'
import { codeOf } from '../../shared/client/pos-error.ts'
import type { Route } from '../../shared/client/route.ts'
import { routes } from '../../shared/client/routes.ts'

const known = new Map<string, Route>(
  Object.values(routes)
    .flatMap((endpoints): Route[] => Object.values(endpoints))
    .map((route) => [`${route.method} ${route.path}`, route]),
)

it('every operation that pays has a key, so that repeating it pays once', () => {
  const paying = groups
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .filter(({ repeat }) => repeat === 'pays')
  const keyless = paying.filter(
    ({ method, path }) => !known.get(`${method} ${path}`)?.isKeyed,
  )
  expect(paying).not.toEqual([])
  expect(keyless).toEqual([])
})

/** Every failure that the API documents, as its body is on the wire. */
const failures = groups.flatMap((group) =>
  Object.values(group.endpoints).flatMap((endpoint) => {
    const route = known.get(`${endpoint.method} ${endpoint.path}`)
    return route
      ? failuresOf(group, endpoint).map((failure) => ({ route, ...failure }))
      : []
  }),
)

it('every documented failure is told by its body, unless another looks the same', () => {
  const wrong = failures.flatMap(({ route, kind, status, body }) => {
    const code = codeOf(route, { status, body })
    const isRight =
      kind in route.failures ? code === kind : route.failures[code]?.[0] === status
    return isRight ? [] : [`${route.method} ${route.path}: ${kind} is taken for ${code}`]
  })
  expect(failures.length).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})
