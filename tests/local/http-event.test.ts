import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { rawRequest } from './raw-http.ts'
import { echoGateway } from './tiny-gateway.ts'

test('a request becomes an event of payload format 2.0', async () => {
  const { send, url } = await echoGateway([
    { method: 'POST', path: '/orders/{id}', functionName: 'named' },
  ])
  const beforeMs = Date.now()
  const event = await send('/orders/caf%C3%A9%2F1?a=1&b=x%20y&a=2', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Till': 'bar', Accept: '*/*' },
    body: '{"n":1}',
  })
  expect(event).toMatchObject({
    version: '2.0',
    routeKey: 'POST /orders/{id}',
    rawPath: '/orders/café/1',
    rawQueryString: 'a=1&b=x%20y&a=2',
    queryStringParameters: { a: '1,2', b: 'x y' },
    pathParameters: { id: 'café/1' },
    headers: { 'x-till': 'bar', 'content-type': 'application/json', accept: '*/*' },
    body: '{"n":1}',
    isBase64Encoded: false,
    requestContext: {
      routeKey: 'POST /orders/{id}',
      stage: '$default',
      domainName: '127.0.0.1',
      http: { method: 'POST', path: '/orders/café/1', sourceIp: '127.0.0.1' },
    },
  })
  const { time, timeEpoch } = event.requestContext
  expect(time).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/)
  expect(timeEpoch).toBeGreaterThanOrEqual(beforeMs)
  expect(timeEpoch).toBeLessThanOrEqual(Date.now())
  expect(event.headers['x-forwarded-port']).toBe(new URL(url).port)
})

test('query parameters may have the names of inherited properties', async () => {
  const { send } = await echoGateway()
  const event = await send(
    '/?toString=a&constructor=b&constructor=c&__proto__=d&hasOwnProperty=e&__proto__=f',
  )
  expect(Object.entries(event.queryStringParameters)).toEqual([
    ['toString', 'a'],
    ['constructor', 'b,c'],
    ['__proto__', 'd,f'],
    ['hasOwnProperty', 'e'],
  ])
  expect(await send('/?a=1')).toHaveProperty('queryStringParameters', { a: '1' })
})

test('fields that the request lacks are absent from the event', async () => {
  const event = await (await echoGateway()).send('/')
  expect(event).not.toHaveProperty('body')
  expect(event).not.toHaveProperty('cookies')
  expect(event).not.toHaveProperty('queryStringParameters')
  expect(event).not.toHaveProperty('pathParameters')
  expect(event).toMatchObject({ rawQueryString: '', isBase64Encoded: false })
})

test('cookies are a list and not a header', async () => {
  const event = await (await echoGateway()).send('/', {
    headers: { cookie: 'accessToken=a.b.c; refreshToken=d' },
  })
  expect(event.cookies).toEqual(['accessToken=a.b.c', 'refreshToken=d'])
  expect(event.headers).not.toHaveProperty('cookie')
})

test('repeated headers are joined with a comma, cookies stay separate', async () => {
  const { url } = await echoGateway()
  const answer = await rawRequest(url, [
    'GET / HTTP/1.1',
    'Host: shop.example',
    'X-Part: one',
    'x-part: two',
    'Cookie: a=1',
    'Cookie: b=2',
    'Connection: close',
    '',
    '',
  ])
  const event = JSON.parse(answer.slice(answer.indexOf('{')))
  expect(event.headers['x-part']).toBe('one,two')
  expect(event.cookies).toEqual(['a=1', 'b=2'])
})

test('adds the client address to X-Forwarded-For and keeps X-Forwarded-Proto', async () => {
  const event = await (await echoGateway()).send('/', {
    headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' },
  })
  expect(event.headers['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1')
  expect(event.headers['x-forwarded-proto']).toBe('https')
})

test.each([
  ['application/json; charset=utf-8', false],
  ['text/csv', false],
  ['application/xml', false],
  ['application/javascript', false],
  ['application/x-www-form-urlencoded', true],
  ['multipart/form-data; boundary=x', true],
  ['image/png', true],
])('a body of %s is base64: %s', async (type, isBase64Encoded) => {
  const event = await (await echoGateway()).send('/', {
    method: 'POST',
    headers: { 'content-type': type },
    body: Buffer.from('böd'),
  })
  expect(event.isBase64Encoded).toBe(isBase64Encoded)
  const encoding = isBase64Encoded ? 'base64' : 'utf8'
  expect(Buffer.from(event.body, encoding).toString()).toBe('böd')
})

test('a compressed body is base64 whatever its type', async () => {
  const compressed = gzipSync('{}')
  const event = await (await echoGateway()).send('/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: compressed,
  })
  expect(event).toMatchObject({
    isBase64Encoded: true,
    body: compressed.toString('base64'),
  })
})

test('a chunked body without Content-Length arrives complete', async () => {
  const { url } = await echoGateway()
  const answer = await rawRequest(url, [
    'POST /x HTTP/1.1',
    'Host: till',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    'Connection: close',
    '',
    '4',
    '{"a"',
    '3',
    ':1}',
    '0',
    '',
    '',
  ])
  expect(JSON.parse(answer.slice(answer.indexOf('{'))).body).toBe('{"a":1}')
})

test('an upgrade to h2c is ignored', async () => {
  const { url } = await echoGateway()
  const answer = await rawRequest(url, [
    'POST /x HTTP/1.1',
    'Host: till',
    'Connection: Upgrade, HTTP2-Settings, close',
    'Upgrade: h2c',
    'HTTP2-Settings: AAEAAEAAAAIAAAAB',
    'Content-Type: application/json',
    'Content-Length: 2',
    '',
    '{}',
  ])
  expect(answer).toMatch(/^HTTP\/1\.1 200/)
  expect(JSON.parse(answer.slice(answer.indexOf('{'))).body).toBe('{}')
})

test('a huge body is cut above the limit at which functions reject it', async () => {
  const { send } = await echoGateway()
  for (const type of ['application/json', 'application/octet-stream']) {
    const event = await send('/', {
      method: 'POST',
      headers: { 'content-type': type },
      body: Buffer.alloc(11 * 1024 * 1024, '"'),
    })
    expect(event.isBase64Encoded).toBe(true)
    const { length } = Buffer.from(event.body, 'base64')
    expect(length).toBeGreaterThan(4 * 1024 * 1024)
  }
})

test('bytes that are not text arrive unchanged', async () => {
  const bytes = Buffer.from([0x22, 0xff, 0xfe, 0x22])
  const event = await (await echoGateway()).send('/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: bytes,
  })
  expect(event).toMatchObject({ isBase64Encoded: true, body: bytes.toString('base64') })
})

test('unfinished bodies are held up to 64 MB: the largest lose their connection, small ones go on', async () => {
  const { send, url } = await echoGateway()
  const bodies = Array.from({ length: 30 }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write('POST / HTTP/1.1\r\nHost: till\r\nContent-Length: 9000000\r\n\r\n')
    socket.write('x'.repeat(100_000))
    return socket
  })
  await Promise.all(bodies.map((socket) => once(socket, 'connect')))
  for (const socket of bodies) socket.write('x'.repeat(4_000_000))
  // 16 bodies of 4.1 MB are within the budget.
  await eventually(() =>
    expect(bodies.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(16),
  )
  expect(bodies.filter(({ destroyed }) => !destroyed).length).toBeGreaterThan(5)
  expect(await send('/', { method: 'POST', body: 'a sale' })).toHaveProperty('body')
})
