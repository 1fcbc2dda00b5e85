import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { rawRequest } from './raw-http.ts'
import { tinyGateway } from './tiny-gateway.ts'

const answering = (result: unknown, limits = {}) =>
  tinyGateway({ functions: { fallback: () => result }, limits })

test('status, headers and body are passed on', async () => {
  const { url } = await answering({
    statusCode: 201,
    headers: { 'Content-Type': 'application/json', 'X-Count': 2 },
    body: '{"id":"1"}',
  })
  const response = await fetch(url)
  expect(response.status).toBe(201)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('x-count')).toBe('2')
  expect(await response.text()).toBe('{"id":"1"}')
})

test('each cookie gets its own Set-Cookie header', async () => {
  const cookies = ['a=1; Path=/; HttpOnly', 'b=2; Max-Age=0']
  const { url } = await answering({ statusCode: 204, cookies })
  const response = await fetch(url)
  expect(response.headers.getSetCookie()).toEqual(cookies)
  expect(response.headers.has('content-type')).toBe(false)
})

test('a base64 body arrives as bytes', async () => {
  const { url } = await answering({
    statusCode: 200,
    headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
    body: gzipSync('[1]').toString('base64'),
    isBase64Encoded: true,
  })
  expect(await (await fetch(url)).json()).toEqual([1])
})

test('a result without a status becomes a 200 with JSON', async () => {
  const { url } = await answering({ hello: 'till' })
  const response = await fetch(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toEqual({ hello: 'till' })
})

test('results pass through JSON, which drops other values', async () => {
  const { url } = await answering({ at: new Date(0), gone: undefined })
  expect(await (await fetch(url)).json()).toEqual({ at: '1970-01-01T00:00:00.000Z' })
})

test('HEAD gets only the headers', async () => {
  const { url } = await answering({ statusCode: 200, body: 'text' })
  const answer = await rawRequest(url, [
    'HEAD / HTTP/1.1',
    'Host: till',
    'Connection: close',
    '',
    '',
  ])
  expect(answer.toLowerCase()).toContain('content-length: 4')
  expect(answer.endsWith('\r\n\r\n')).toBe(true)
})

test('responds 500 when the function throws', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { url } = await tinyGateway({
    functions: {
      fallback: () => {
        throw new Error('no such table')
      },
    },
  })
  const response = await fetch(url)
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ message: 'Internal Server Error' })
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})

test.each([
  ['a status that is none', { statusCode: 42 }],
  ['a header with a line break', { statusCode: 200, headers: { x: 'a\r\nb' } }],
  ['more than 6 MB', { statusCode: 200, body: 'x'.repeat(6_300_000) }],
])('%s is 500', async (_what, result) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { url } = await answering(result)
  const response = await fetch(url)
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ message: 'Internal Server Error' })
  logged.mockRestore()
})

test('responds 503 when the function times out', async () => {
  const { url } = await answering(new Promise(() => {}), { integrationMs: 50 })
  const response = await fetch(url)
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ message: 'Service Unavailable' })
})
