import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groups } from '../../functions/all.ts'
import { routeTable } from '../../infra/local/gateway/routes.ts'
import { routeKey } from '../../shared/platform/http/endpoint.ts'
import { echoGateway } from './tiny-gateway.ts'

const route = (key: string) => {
  const [method = '', path = ''] = key.split(' ')
  return { method, path, functionName: 'named' }
}

const find = routeTable(
  [
    'GET /orders/{id}',
    'GET /orders/open',
    'POST /orders/{id}/dishes',
    'GET /orders/{id}/{part}',
    'GET /files/{name}/info',
  ].map(route),
)
const keyOf = (method: string, path: string) => find(method, path)?.routeKey

test.each([
  ['GET', '/orders/open', 'GET /orders/open'],
  ['GET', '/orders/5', 'GET /orders/{id}'],
  ['POST', '/orders/5/dishes', 'POST /orders/{id}/dishes'],
  ['GET', '/orders/5/dishes', 'GET /orders/{id}/{part}'],
  ['GET', '/files/a/info', 'GET /files/{name}/info'],
])('%s %s goes to %s', (method, path, key) => expect(keyOf(method, path)).toBe(key))

test.each([
  ['GET', '/orders'],
  ['GET', '/orders/'],
  ['GET', '/orders//'],
  ['POST', '/orders//dishes'],
  ['GET', '/orders/open/'],
  ['DELETE', '/orders/5'],
  ['POST', '/orders/open'],
  ['GET', '/files/'],
  ['PATCH', '/nothing'],
])('%s %s matches no route', (method, path) =>
  expect(keyOf(method, path)).toBeUndefined(),
)

test('a variable matches any text, is decoded, and never changes the route', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
      fc.pre(id !== 'open')
      const match = find('GET', `/orders/${encodeURIComponent(id)}`)
      expect(match).toMatchObject({ routeKey: 'GET /orders/{id}', params: { id } })
    }),
  )
})

test('malformed percent-encoding is passed on unchanged', () => {
  expect(find('GET', '/orders/100%')?.params).toEqual({ id: '100%' })
})

test('requests that match no route go to $default, including OPTIONS and blank segments', async () => {
  const { send } = await echoGateway([route('GET /orders/{id}')])
  const preflight = await send('/orders/5', { method: 'OPTIONS' })
  expect(preflight).toMatchObject({ routeKey: '$default', rawPath: '/orders/5' })
  expect(preflight.requestContext.http.method).toBe('OPTIONS')
  const blank = await send('/orders/?x=1')
  expect(blank).toMatchObject({ routeKey: '$default', rawPath: '/orders/' })
  expect(blank).not.toHaveProperty('pathParameters')
})

test('every endpoint is found, in whatever order the routes come', () => {
  const keys = groups.flatMap(({ endpoints }) => Object.values(endpoints).map(routeKey))
  const order = fc.shuffledSubarray(keys, { minLength: keys.length })
  fc.assert(
    fc.property(order, (shuffled) => {
      const findAny = routeTable(shuffled.map(route))
      const lost = keys.filter((key) => {
        const [method = '', path = ''] = key.replace(/\{\w+\}/g, 'x').split(' ')
        return findAny(method, path)?.routeKey !== key
      })
      expect(lost).toEqual([])
    }),
    { numRuns: 20 },
  )
})
