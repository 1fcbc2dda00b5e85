import { expect, it } from 'vitest'
import { groups } from '../../functions/all.ts'
import { api } from '../../shared/client/api.ts'
import type { Route } from '../../shared/client/route.ts'

const known = new Map<string, Route>(
  Object.values(api)
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
