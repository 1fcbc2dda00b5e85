import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { keepTunnel, openSocket, type Tunnel } from '../../print-agent/tunnel/keep.ts'
import { nodePassword, tunnelRequests } from '../../print-agent/tunnel/requests.ts'
import { shopNodePassword, startNode } from './shop-node.ts'

const soon = { timeout: 60_000, interval: 10 }

const shortIntervals = {
  pingMs: 60_000,
  keepAliveMs: 60_000,
  renewMs: 60_000,
  overlapMs: 100,
  steadyMs: 60_000,
  refusedMs: 60_000,
}

/** Runs the tunnel in this process, with intervals of milliseconds instead of hours. */
async function openTunnel(
  change: Partial<typeof shortIntervals>,
  { autoPong = true, nodeTimeoutMs = 25_000 } = {},
) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong })
  await once(server, 'listening')
  const connections: WebSocket[] = []
  const messages: string[] = []
  let pings = 0
  server.on('connection', (connection) => {
    connections.push(connection)
    connection.on('ping', () => {
      pings += 1
    })
    connection.on('message', (data: Buffer) => messages.push(data.toString()))
  })
  const node = await startNode()
  const answers = new Map<string, unknown>()
  const cloud = {
    tunnelAnswer: async (id: string, body: Uint8Array) => {
      answers.set(id, JSON.parse(gunzipSync(body).toString()))
    },
    paymentEnd: async () => undefined,
  }
  const requests = tunnelRequests({
    cloud,
    node: { url: node.url, password: shopNodePassword },
    password: nodePassword(),
    table: { write: async () => false },
    nodeTimeoutMs,
  })
  const { port } = server.address() as AddressInfo
  const stop = new AbortController()
  const tunnel: Tunnel = { url: `ws://127.0.0.1:${port}` }
  const kept = keepTunnel(
    {
      tunnel,
      bearer: 'a1.secret',
      requests,
      confirmIdentity: async () => undefined,
      intervals: { ...shortIntervals, ...change },
    },
    stop.signal,
  )
  onTestFinished(async () => {
    stop.abort()
    await kept
    node.stop()
    for (const connection of connections) connection.terminate()
    server.close()
  })
  await vi.waitFor(() => expect(connections).toHaveLength(1), soon)
  return { connections, messages, answers, tunnel, pings: () => pings }
}

const getRequest = (id: string, path: string) =>
  JSON.stringify({ id, method: 'GET', path, form: null })

describe('the connection of the tunnel', () => {
  test('is replaced when a ping gets no pong', async () => {
    const { connections } = await openTunnel({ pingMs: 100 }, { autoPong: false })
    await vi.waitFor(() => expect(connections.length).toBeGreaterThan(1), soon)
  })

  test('stays open while pings are answered', async () => {
    // A busy machine may take a second for a pong
    const { connections, pings } = await openTunnel({ pingMs: 4_000 })
    await vi.waitFor(() => expect(pings()).toBeGreaterThan(2), soon)
    expect(connections).toHaveLength(1)
  })

  test('sends keep-alive messages', async () => {
    const { messages } = await openTunnel({ keepAliveMs: 50 })
    await vi.waitFor(() => expect(messages).toContain('{"action":"ping"}'), soon)
  })

  test('carries heartbeats while it is open', async () => {
    const { connections, messages, tunnel } = await openTunnel({})
    await vi.waitFor(() => expect(tunnel.sendHeartbeat?.()).toBe(true), soon)
    const heartbeat = '{"action":"heartbeat","agentId":"a1"}'
    await vi.waitFor(() => expect(messages).toEqual([heartbeat]), soon)
    connections[0]?.terminate()
    await vi.waitFor(() => expect(tunnel.sendHeartbeat).toBeUndefined(), soon)
  })

  test('is renewed before API Gateway closes it, and is used until then', async () => {
    const { connections, answers } = await openTunnel({
      renewMs: 1_000,
      overlapMs: 8_000,
    })
    const [old] = connections
    await vi.waitFor(() => expect(connections.length).toBeGreaterThan(1), soon)
    expect(old?.readyState).toBe(old?.OPEN)
    old?.send(getRequest('late', '/getinfo'))
    connections[1]?.send(getRequest('late', '/getinfo'))

    await vi.waitFor(
      () => expect(answers.get('late')).toMatchObject({ status: 200 }),
      soon,
    )
    await vi.waitFor(() => expect(old?.readyState).toBe(old?.CLOSED), soon)
  })

  test('a node that does not respond in time is a timeout of a sent request', async () => {
    const { connections, answers } = await openTunnel({}, { nodeTimeoutMs: 200 })
    connections[0]?.send(getRequest('r1', '/payments/incoming/never'))
    await vi.waitFor(
      () => expect(answers.get('r1')).toEqual({ failure: 'timeout', sent: true }),
      soon,
    )
  })
})

/** A server that refuses the tunnel for good; the number of attempts, and its URL. */
async function startRefusal() {
  let attempts = 0
  const server = createServer().on('upgrade', (_request, socket) => {
    attempts += 1
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `ws://127.0.0.1:${port}`, attempts: () => attempts }
}

test('an agent that is refused the tunnel has a longest pause of its own', async () => {
  const { url, attempts } = await startRefusal()
  const stop = new AbortController()
  const kept = keepTunnel(
    {
      tunnel: { url },
      bearer: 'a1.secret',
      requests: { handle: () => undefined, settled: async () => undefined },
      confirmIdentity: async () => undefined,
      intervals: { ...shortIntervals, refusedMs: 20 },
    },
    stop.signal,
  )
  // With the pauses of other failures it would take minutes.
  await vi.waitFor(() => expect(attempts()).toBeGreaterThan(20), soon)
  stop.abort()
  await kept
})

test('an agent without a node is told how it gets the tunnel', async () => {
  const { url } = await startRefusal()
  const opening = openSocket(url, 'a', 'b', () => undefined, shortIntervals)
  await expect(opening).rejects.toThrow('create a new agent for the shop')
})
