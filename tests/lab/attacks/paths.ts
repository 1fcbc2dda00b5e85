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

/** Around `<id>`, which an existing id replaces. */
const ids = [
  ...'<id>. <id>%00 <id>%00.png <id>;a=b ;<id> <id>%2f %2f<id> ..%2f<id>'.split(' '),
  ...'%2e%2e%2f<id> %252e%252e%252f<id> <id>%2f..%2f<id> ..%5c<id> <id>%23 <id>%3f'.split(
    ' ',
  ),
  ...'<id>%0d%0aset-cookie:%20a=b <id>A <id>% <id>%zz <id>%c0%ae <id>%ff'.split(' '),
  ...'<id>%ed%a0%80 <id>,<id> %7b<id>%7d <id>* {<id>} %EF%BC%8E%EF%BC%8E<id>'.split(' '),
  ...'%00 %2e%2e %252e %20 . ..'.split(' '),
  'a'.repeat(8_000),
  '%2e%2e%2f'.repeat(2_000),
  '%F0%9F%98%80'.repeat(500),
]

const rerouted: ((path: string) => string)[] = [
  ...'/<path> <path>/ <path>// <path>/. <path>/.. /.<path> /..<path>'.split(' '),
  ...'/%2e%2e<path> <path>.json <path>;jsessionid=1 <path>%00 <path>%20'.split(' '),
  ...'/api<path> /live<path> <path>/x/y/z http://evil.example<path>//'.split(' '),
  `<path>/${'a/'.repeat(5_000)}`,
].map((pattern) => (path) => pattern.replace('<path>', () => path))
rerouted.push(
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('/', '\\'),
  (path) => path.replaceAll('/', '//'),
  (path) => path.replaceAll('/', '/./'),
)

/** Ids that look like those of records, and addresses that look like those of endpoints. */
export const pathTricks: Attack = {
  name: 'paths',
  fits: () => true,
  perEndpoint: 12,
  requests: (endpoint, loot) => {
    const target = existingTarget(endpoint, loot)
    const byId = fc
      .tuple(fc.constantFrom(...ids), fc.constantFrom(...Object.values(loot.ids)))
      .map(([pattern, id]) =>
        targetWith(
          endpoint,
          pattern.replaceAll('<id>', () => id),
        ),
      )
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
  ...'% %zz %ff %00 %ed%a0%80 %c0%af 1e400 -0 NaN -1 0x10 1,2 [] true,false null'.split(
    ' ',
  ),
  ...'2026-02-30 %2B275760-09-13 __proto__ %F0%9F%98%80'.split(' '),
  "'%20OR%201=1--",
  'a'.repeat(10_000),
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
