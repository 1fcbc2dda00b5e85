import fc from 'fast-check'
import { bodiesFor } from '../../generated/bad-input.ts'
import { jsonSchemaOf } from '../../generated/json-schema.ts'
import {
  type Attack,
  authorizedFor,
  existingTarget,
  hasParameters,
  targetWith,
} from './attack.ts'

const altered: ((id: string) => string)[] = [
  (id) => `${id}.`,
  (id) => `${id}%00`,
  (id) => `${id}%00.png`,
  (id) => `${id};a=b`,
  (id) => `;${id}`,
  (id) => `${id}%2f`,
  (id) => `%2f${id}`,
  (id) => `..%2f${id}`,
  (id) => `%2e%2e%2f${id}`,
  (id) => `%252e%252e%252f${id}`,
  (id) => `${id}%2f..%2f${id}`,
  (id) => `..%5c${id}`,
  (id) => `.%2f${id}`,
  (id) => `${id}%23`,
  (id) => `${id}%3f`,
  (id) => `${id}%0d%0aset-cookie:%20a=b`,
  (id) => `${id.toUpperCase()}A`,
  (id) => `${id}%`,
  (id) => `${id}%zz`,
  (id) => `${id}%c0%ae`,
  (id) => `${id}%ff`,
  (id) => `${id}%ed%a0%80`,
  (id) => `${id},${id}`,
  (id) => `%7b${id}%7d`,
  (id) => `${id}*`,
  (id) => id.slice(0, -1),
  (id) => `{${id}}`,
  (id) => `%EF%BC%8E%EF%BC%8E${id}`,
  () => '%00',
  () => '%2e%2e',
  () => '%252e',
  () => '%20',
  () => '.',
  () => '..',
  () => `${'a'.repeat(8_000)}`,
  () => '%2e%2e%2f'.repeat(2_000),
  () => '%F0%9F%98%80'.repeat(500),
]

const rerouted: ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}/.`,
  (path) => `${path}/..`,
  (path) => `/.${path}`,
  (path) => `/..${path}`,
  (path) => `/%2e%2e${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('/', '\\'),
  (path) => path.replaceAll('/', '//'),
  (path) => path.replaceAll('/', '/./'),
  (path) => `${path}.json`,
  (path) => `${path};jsessionid=1`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `/api${path}`,
  (path) => `/live${path}`,
  (path) => `${path}/x/y/z`,
  (path) => `http://evil.example${path}//`,
  (path) => `${path}/${'a/'.repeat(5_000)}`,
]

/** Ids that are like those of records, and addresses that are like those of endpoints. */
export const pathTricks: Attack = {
  name: 'paths',
  fits: () => true,
  perEndpoint: 12,
  requests: (endpoint, loot) => {
    const target = existingTarget(endpoint, loot)
    const ids = Object.values(loot.ids)
    const byId = fc
      .tuple(fc.constantFrom(...altered), fc.constantFrom(...ids))
      .map(([alter, id]) => targetWith(endpoint, alter(id)))
    const byRoute = fc.constantFrom(...rerouted).map((reroute) => reroute(target))
    return fc
      .tuple(
        hasParameters(endpoint) ? fc.oneof(byId, byId, byRoute) : byRoute,
        bodiesFor(endpoint, loot.ids),
      )
      .map(([path, body]) => ({
        method: endpoint.method,
        target: path,
        headers: authorizedFor(endpoint, loot),
        ...(endpoint.method !== 'GET' && { body }),
      }))
  },
}

const values = [
  '%',
  '%zz',
  '%ff',
  '%00',
  '%ed%a0%80',
  '%c0%af',
  '1e400',
  '-0',
  'NaN',
  '-1',
  '0x10',
  '1,2',
  '[]',
  'true,false',
  'null',
  '2026-02-30',
  '%2B275760-09-13',
  '__proto__',
  'a'.repeat(10_000),
  '%F0%9F%98%80',
  "'%20OR%201=1--",
]

/** Doubled parameters, arrays, brackets, and percent signs that are wrong. */
export const queryTricks: Attack = {
  name: 'queries',
  fits: ({ method, query }) => method === 'GET' || query !== undefined,
  perEndpoint: 10,
  requests: (endpoint, loot) => {
    const { query } = endpoint
    const own = Object.keys((query && jsonSchemaOf(query).properties) ?? {})
    const name = fc.constantFrom(...own, ...own, 'limit', 'cursor')
    const value = fc.constantFrom(...values)
    const pair = fc.oneof(
      fc
        .tuple(name, value, value)
        .map(([key, one, two]) => `${key}=${one}&${key}=${two}`),
      fc.tuple(name, value).map(([key, one]) => `${key}[]=${one}&${key}[0]=${one}`),
      fc.tuple(name, value).map(([key, one]) => `${key}[__proto__][x]=${one}`),
      fc.tuple(name, value).map(([key, one]) => `${key}.x=${one};${key}=${one}`),
      name.map((key) => `${key}&${key}=&=${key}&&&`),
      value.map((one) =>
        Array.from({ length: 500 }, (_, at) => `${one}=${at}`).join('&'),
      ),
    )
    return fc.array(pair, { minLength: 1, maxLength: 3 }).map((pairs) => ({
      method: endpoint.method,
      target: `${existingTarget(endpoint, loot)}?${pairs.join('&')}`,
      headers: authorizedFor(endpoint, loot),
    }))
  },
}
