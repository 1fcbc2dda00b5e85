import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../support/eventually.ts'
import { opened, socketGateway } from './socket-gateway.ts'

test('messages go to $default, whatever they say', async () => {
  const { address, eventsOf } = await socketGateway()
  const socket = await opened(new WebSocket(address))
  for (const text of ['{"action":"replay","since":1}', '{"action":"dance"}', 'hello']) {
    socket.send(text)
  }
  await eventually(() => expect(eventsOf('MESSAGE')).toHaveLength(3))
  const routes = eventsOf('MESSAGE').map(({ requestContext, body }) => [
    body,
    requestContext.routeKey,
  ])
  expect(routes).toEqual([
    ['{"action":"replay","since":1}', '$default'],
    ['{"action":"dance"}', '$default'],
    ['hello', '$default'],
  ])
})

test('the client gets an error message when the function fails', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { address } = await socketGateway((event) => {
    if (event.requestContext.eventType === 'MESSAGE') throw new Error('broken')
    return { statusCode: 200 }
  })
  const socket = await opened(new WebSocket(address))
  socket.send('{}')
  const [data] = await once(socket, 'message')
  expect(JSON.parse(String(data))).toMatchObject({ message: 'Internal server error' })
  logged.mockRestore()
})

test.each([
  ['a binary message', Buffer.from([1]), 1003],
  ['a message over 32 KB', 'x'.repeat(32 * 1024 + 1), 1009],
])('%s closes the socket', async (_what, message, expected) => {
  const { address } = await socketGateway()
  const socket = await opened(new WebSocket(address))
  socket.send(message)
  const [code] = await once(socket, 'close')
  expect(code).toBe(expected)
})

test('$disconnect has the close code and reason', async () => {
  const { address, eventsOf } = await socketGateway()
  const socket = await opened(new WebSocket(address))
  socket.close(4001, 'shift over')
  await eventually(() => expect(eventsOf('DISCONNECT')).toHaveLength(1))
  expect(eventsOf('DISCONNECT')[0]?.requestContext).toMatchObject({
    routeKey: '$disconnect',
    disconnectStatusCode: 4001,
    disconnectReason: 'shift over',
    connectionId: eventsOf('CONNECT')[0]?.requestContext.connectionId,
  })
})

test('closes an idle socket after the idle timeout, an active one at its maximum age', async () => {
  const limits = { socketIdleMs: 600_000, socketLifeMs: 7_200_000 }
  const { address, eventsOf } = await socketGateway(undefined, limits)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const idle = await opened(new WebSocket(address))
  const busy = await opened(new WebSocket(address))
  const idleEnds = once(idle, 'close')
  const busyEnds = once(busy, 'close')
  for (let minute = 1; minute < 120; minute += 1) {
    vi.advanceTimersByTime(60_000)
    if (minute === 10) expect((await idleEnds)[0]).toBe(1001)
    busy.send('{}')
    while (eventsOf('MESSAGE').length < minute && busy.readyState === busy.OPEN) {
      await nextTurn()
    }
    expect(busy.readyState).toBe(busy.OPEN)
    if (minute === 9) expect(idle.readyState).toBe(idle.OPEN)
  }
  vi.advanceTimersByTime(60_000)
  expect((await busyEnds)[0]).toBe(1001)
})

test('closing the gateway closes its sockets and invokes $disconnect', async () => {
  const { address, close, eventsOf } = await socketGateway()
  const socket = await opened(new WebSocket(address))
  const ended = once(socket, 'close')
  await close()
  expect((await ended)[0]).toBe(1001)
  expect(eventsOf('DISCONNECT')).toHaveLength(1)
})

test('the management API sends messages, describes and closes connections', async () => {
  const { address, eventsOf, management } = await socketGateway()
  const beforeMs = Date.now()
  const socket = await opened(new WebSocket(address))
  const ConnectionId = eventsOf('CONNECT')[0]?.requestContext.connectionId

  const received = once(socket, 'message')
  await management.send(new PostToConnectionCommand({ ConnectionId, Data: '{"é":1}' }))
  const [data, isBinary] = await received
  expect([String(data), isBinary]).toEqual(['{"é":1}', false])

  const about = await management.send(new GetConnectionCommand({ ConnectionId }))
  expect(about.Identity?.SourceIp).toBe('127.0.0.1')
  expect(about.ConnectedAt?.getTime()).toBeGreaterThanOrEqual(beforeMs)

  const ended = once(socket, 'close')
  await management.send(new DeleteConnectionCommand({ ConnectionId }))
  await ended
  await eventually(() =>
    expect(
      management.send(new PostToConnectionCommand({ ConnectionId, Data: 'x' })),
    ).rejects.toMatchObject({ name: 'GoneException' }),
  )
})

test('the management API throws GoneException until $connect has returned', async () => {
  let postedEarly: Promise<unknown> | undefined
  const gateway = await socketGateway(async ({ requestContext }) => {
    const { connectionId: ConnectionId, eventType } = requestContext
    if (eventType === 'CONNECT') {
      postedEarly = gateway.management
        .send(new PostToConnectionCommand({ ConnectionId, Data: 'early' }))
        .catch((error) => error)
      await postedEarly
    }
    return { statusCode: 200 }
  })
  await opened(new WebSocket(gateway.address))
  expect(await postedEarly).toMatchObject({
    name: 'GoneException',
    $metadata: { httpStatusCode: 410 },
  })
})

test('the management API rejects messages above the 32 KB of a frame', async () => {
  const { address, eventsOf, management } = await socketGateway()
  await opened(new WebSocket(address))
  const ConnectionId = eventsOf('CONNECT')[0]?.requestContext.connectionId
  const Data = 'x'.repeat(32 * 1024 + 1)
  await expect(
    management.send(new PostToConnectionCommand({ ConnectionId, Data })),
  ).rejects.toMatchObject({ name: 'PayloadTooLargeException' })
})

test('both APIs keep idle connections, so that no frame meets one that is being closed', async () => {
  const { url, managementUrl } = await socketGateway()
  for (const address of [url, managementUrl('/ws/payments')]) {
    const { headers } = await fetch(address)
    expect(headers.get('keep-alive')).toBe('timeout=75')
  }
})

test('sends nothing more to a client whose buffer is full', async () => {
  const { address, eventsOf, management } = await socketGateway()
  const socket = await opened(new WebSocket(address))
  // A raw connection, because the client must not read from it.
  const { _socket: connection } = socket as unknown as {
    _socket: { pause: () => void; resume: () => void }
  }
  connection.pause()
  const ConnectionId = eventsOf('CONNECT')[0]?.requestContext.connectionId
  const post = () =>
    management.send(
      new PostToConnectionCommand({ ConnectionId, Data: 'x'.repeat(32_000) }),
    )
  const untilFull = async () => {
    for (let taken = 0; taken < 500; taken += 1) await post()
  }
  await expect(untilFull()).rejects.toMatchObject({
    name: 'LimitExceededException',
    $metadata: { httpStatusCode: 429 },
  })
  connection.resume()
  await eventually(() => post())
})

test('a request without upgrade to a WebSocket path goes to the HTTP API', async () => {
  const { url } = await socketGateway()
  expect((await fetch(`${url}/ws/payments`)).status).toBe(404)
})
