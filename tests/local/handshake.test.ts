import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../support/eventually.ts'
import { rawRequest } from './raw-http.ts'
import { opened, socketGateway } from './socket-gateway.ts'

test('$connect gets the headers and query of the upgrade request', async () => {
  const { address, eventsOf } = await socketGateway()
  await opened(
    new WebSocket(`${address}?a=1&a=2`, { headers: { Cookie: 'accessToken=x' } }),
  )
  const [event] = eventsOf('CONNECT')
  expect(event).toMatchObject({
    headers: { Cookie: 'accessToken=x', 'X-Forwarded-For': '127.0.0.1' },
    queryStringParameters: { a: '2' },
    multiValueQueryStringParameters: { a: ['1', '2'] },
    requestContext: {
      routeKey: '$connect',
      eventType: 'CONNECT',
      stage: 'live',
      domainName: '127.0.0.1',
      identity: { sourceIp: '127.0.0.1' },
    },
    isBase64Encoded: false,
  })
  expect(event?.requestContext.connectionId).toMatch(/=$/)
})

test.each([
  [401, '{"message":"Unauthorized API access"}'],
  [503, '{"message":"later"}'],
])(
  'a status %s of $connect is the response to the upgrade request',
  async (statusCode, body) => {
    const { address, eventsOf } = await socketGateway(() => ({ statusCode, body }))
    const socket = new WebSocket(address)
    socket.on('error', () => {})
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(statusCode)
    expect(String(await response.toArray())).toBe(body)
    expect(eventsOf('DISCONNECT')).toEqual([])
  },
)

const handshake = {
  key: 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  version: 'Sec-WebSocket-Version: 13',
}

test.each([
  ['no key', { key: '' }],
  ['a key of another length', { key: 'Sec-WebSocket-Key: c2hvcnQ=' }],
  ['no version', { version: '' }],
  ['an unknown version', { version: 'Sec-WebSocket-Version: 99' }],
  ['another method', { method: 'POST' }],
  ['a broken subprotocol', { more: 'Sec-WebSocket-Protocol: a,,b' }],
])('an upgrade with %s gets 400 and does not invoke the function', async (_, wrong) => {
  const { url, events } = await socketGateway()
  const { method, key, version, more } = {
    method: 'GET',
    more: '',
    ...handshake,
    ...wrong,
  }
  const lines = [
    `${method} /ws/payments HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    ...[key, version, more].filter((line) => line !== ''),
  ]
  const answer = await rawRequest(url, [...lines, '', ''])
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(answer).toMatch(/\{"message":"Bad Request"\}$/)
  expect(events).toEqual([])
})

test('$disconnect follows when the client closes during $connect', async () => {
  let hungUp = () => {}
  const gone = new Promise<void>((resolve) => {
    hungUp = resolve
  })
  const { address, eventsOf } = await socketGateway(async ({ requestContext }) => {
    if (requestContext.eventType === 'CONNECT') await gone
    return { statusCode: 200 }
  })
  const socket = new WebSocket(address)
  socket.on('error', () => {})
  await eventually(() => expect(eventsOf('CONNECT')).toHaveLength(1))
  socket.terminate()
  setTimeout(hungUp, 100)
  await eventually(() => expect(eventsOf('DISCONNECT')).toHaveLength(1))
})

test('responds 500 when $connect throws', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { address } = await socketGateway(() => {
    throw new Error('broken')
  })
  const socket = new WebSocket(address)
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  expect(response.statusCode).toBe(500)
  logged.mockRestore()
})

test('responds with the subprotocol that the function chose', async () => {
  const { address } = await socketGateway(() => ({
    statusCode: 200,
    headers: { 'Sec-WebSocket-Protocol': 'pos.v1' },
  }))
  const socket = await opened(new WebSocket(address, ['pos.v2', 'pos.v1']))
  expect(socket.protocol).toBe('pos.v1')
})
