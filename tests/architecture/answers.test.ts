import { describe, expect, test } from 'vitest'
import { faultOf } from '../support/answers/faults.ts'
import type { Answer } from '../support/client.ts'

const product = {
  id: '1',
  SKU: null,
  name: 'Green tea',
  description: null,
  imageUrl: null,
  costCents: 120,
  categoryIds: [],
  quantity: 10,
  minStockThreshold: 2,
  maxStockThreshold: 50,
  priceCents: 250,
  taxId: null,
  isBundle: false,
  bundleComponents: [],
  bundleCostCents: 0,
  modifierGroupIds: [],
  maxPriceCents: 250,
  trackStock: true,
  stockPolicy: 'exact' as const,
  isAvailable: true,
  barcodes: [],
  hasVariants: false,
  options: [],
  variants: [],
  version: 1,
}

const answer = (status: number, body: unknown, type = 'application/json'): Answer => ({
  status,
  body,
  headers: new Headers(body === undefined ? {} : { 'content-type': type }),
  setCookies: [],
})

const refusal = (status: number, errorCode: string, body: unknown): Answer => {
  const { headers, ...rest } = answer(status, body)
  headers.set('error-code', errorCode)
  return { ...rest, headers }
}

const user = {
  userId: '1',
  name: 'Ana',
  email: null,
  phone: null,
  roleId: '2',
  role: 'Admin',
  isAdmin: true,
}

const refused = refusal(401, 'invalid_credentials', {
  message: 'Invalid credentials',
})
const unauthenticated = refusal(401, 'unauthenticated', {
  message: 'Unauthorized API access',
})

const notFound = (body: unknown) => refusal(404, 'not_found', body)

function withCookies(given: Answer, setCookies: string[]): Answer {
  const headers = new Headers(given.headers)
  for (const each of setCookies) headers.append('set-cookie', each)
  return { ...given, headers, setCookies }
}

const faultAt = (path: string, given: Answer, method = 'GET', mayFail = false) =>
  faultOf(method, path, given, { mayFail }).fault

test.each([
  ['a documented body', '/products/1', answer(200, product)],
  ['a list, whatever the query', '/products?limit=1', answer(200, [product])],
  ['the text of an empty list', '/products', answer(200, 'No products found')],
  ['a text with details', '/orders/7', notFound({ message: 'Order 7 not found' })],
  [
    'a blank id',
    '/products/',
    refusal(400, 'blank_parameter', 'Missing or malformed ID'),
  ],
  ['a path without endpoint', '/nowhere', notFound({ message: 'Not found' })],
])('%s is as the document says', (_, path, given) => {
  expect(faultAt(path, given)).toBeUndefined()
})

test.each([
  ['another status', '/products/1', answer(418, product)],
  ['another content type', '/products/1', answer(200, product, 'text/plain')],
  ['no body', '/products/1', answer(200, undefined)],
  ['a body where none is documented', '/shifts/open', answer(204, {})],
  ['a field too many', '/products', answer(200, [{ ...product, edition: 1 }])],
  ['a field too few', '/products/1', answer(200, { ...product, SKU: undefined })],
  ['a wrong type', '/products/1', answer(200, { ...product, quantity: '10' })],
  ['another text of a list', '/products', answer(200, 'Nothing')],
  ['another text of a failure', '/products/1', notFound('No such product')],
  ['another form of a failure', '/orders/7', notFound('Order 7 not found')],
  ['no name of a failure', '/products/1', answer(404, 'Product not found')],
  ['another name', '/products/1', refusal(404, 'conflict', 'Product not found')],
  [
    'a name where no endpoint is',
    '/nowhere',
    refusal(404, 'gone', { message: 'Not found' }),
  ],
  ['a 500', '/products', answer(500, { message: 'Internal server error' })],
  ['a body where no endpoint is', '/nowhere', answer(200, {})],
])('%s is found', (_, path, given) => {
  expect(faultAt(path, given)).toEqual(expect.any(String))
})

describe('cookies', () => {
  const failedSince = { count: 0, lastAt: null }
  const body = { message: 'Login successful', user, perms: [], failedSince }
  const tokens = ['accessToken=a', 'refreshToken=r', 'device=d'].map(
    (cookie) => `${cookie}; HttpOnly; Path=/`,
  )
  const [access = ''] = tokens

  test.each([
    ['all of a success', 'POST', '/auth/login', answer(200, body), tokens],
    ['none', 'GET', '/products/1', answer(200, product), []],
    ['a renewed one', 'GET', '/base-currency', unauthenticated, [access]],
  ])('%s are as the document says', (_, method, path, given, set) => {
    expect(faultAt(path, withCookies(given, set), method)).toBeUndefined()
  })

  test.each([
    ['too few', 'POST', '/auth/login', answer(200, body), [access]],
    ['too many', 'GET', '/products/1', answer(200, product), [access]],
    ['those of a success', 'POST', '/auth/login', refused, tokens],
    ['one for scripts', 'GET', '/base-currency', unauthenticated, ['accessToken=a']],
  ])('%s are found', (_, method, path, given, set) => {
    expect(faultAt(path, withCookies(given, set), method)).toEqual(expect.any(String))
  })
})

test('other methods of a path are 405, preflight requests 204', () => {
  const notAllowed = refusal(405, 'method_not_allowed', { message: 'Method not allowed' })
  expect(faultAt('/products', notAllowed, 'PATCH')).toBeUndefined()
  expect(faultAt('/products', notAllowed)).toEqual(expect.any(String))
  expect(faultAt('/products', answer(204, undefined), 'OPTIONS')).toBeUndefined()
})

test('a shop whose storage may fail may return 500', () => {
  const failed = answer(500, { message: 'Error connecting to the database' })
  expect(faultAt('/products', failed, 'GET', true)).toBeUndefined()
})
