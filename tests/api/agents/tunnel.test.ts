import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import WebSocket from 'ws'
import { findAgent, recordHeartbeat } from '../../../shared/agents/agents.ts'
import type { TunnelFrame } from '../../../shared/agents/protocol/tunnel-frame.ts'
import { storeAnswer } from '../../../shared/agents/tunnel-answers.ts'
import { closeTunnel, openTunnel } from '../../../shared/agents/tunnel-connections.ts'
import { tunnelTransport } from '../../../shared/agents/tunnel-transport.ts'
import { NodeUnreachable } from '../../../shared/lightning/node/transport.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import {
  connectionOf,
  openSocket,
  startAgent,
  storeAgent,
} from '../../support/tunnel-agents.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const info = { method: 'GET', path: '/getinfo', form: null } as const
const pay = { method: 'POST', path: '/payinvoice', form: { invoice: 'x' } } as const

describe('opening the tunnel', () => {
  it('records the connection until it closes', async () => {
    const { id, bearer } = await storeAgent()
    const { socket } = await openSocket(shop, { id, bearer })
    expect(await connectionOf(id)).toEqual(expect.any(String))
    socket.close()
    await expect.poll(() => connectionOf(id)).toBeNull()
  })

  it('returns 401 for any other secret', async () => {
    const { id } = await storeAgent()
    for (const bearer of ['', id, `${id}.${'x'.repeat(43)}`, `${randomUUID()}.abc`]) {
      await expect(openSocket(shop, { id, bearer })).rejects.toThrow('401')
    }
    expect(await connectionOf(id)).toBeNull()
  })

  it('keeps the newer of two connections when the older one closes', async () => {
    const agent = await storeAgent()
    const older = await openSocket(shop, agent)
    await openSocket(shop, agent)
    const kept = await connectionOf(agent.id)
    older.socket.close()
    await new Promise((resolve) => older.socket.once('close', resolve))
    await sleep(100)
    expect(await connectionOf(agent.id)).toBe(kept)
  })
})

describe('a heartbeat through the tunnel', () => {
  const heartbeat = (agentId: string) => JSON.stringify({ action: 'heartbeat', agentId })
  const lastSeenMs = async (id: string) => (await findAgent(id))?.lastSeenMs ?? 0

  it('says that the agent is there, and changes nothing else', async () => {
    const longAgoMs = Date.now() - 60_000
    const { id, bearer } = await storeAgent(longAgoMs)
    const { socket } = await openSocket(shop, { id, bearer })
    const before = await findAgent(id)
    socket.send('{"action":"ping"}')
    socket.send('{"action":"heartbeat"}')
    socket.send('heartbeat')
    socket.send(heartbeat(id))
    await expect.poll(() => lastSeenMs(id)).toBeGreaterThan(longAgoMs + 59_000)
    expect(await findAgent(id)).toEqual({ ...before, lastSeenMs: expect.any(Number) })
    expect(socket.readyState).toBe(socket.OPEN)
  })

  it("is refused for another agent, and where another connection is the agent's", async () => {
    const other = await storeAgent(1)
    const thief = await openSocket(shop, await storeAgent())
    const agent = await storeAgent(1)
    const older = await openSocket(shop, agent)
    await openSocket(shop, agent)
    const closed = [thief, older].map(({ socket }) => once(socket, 'close'))
    thief.socket.send(heartbeat(other.id))
    older.socket.send(heartbeat(agent.id))
    await Promise.all(closed)
    expect(await lastSeenMs(other.id)).toBe(1)
    expect(await lastSeenMs(agent.id)).toBe(1)
  })

  it('is asked of agents that can send it, once their printers are known', async () => {
    const { id, bearer } = await storeAgent()
    const report = async (body: object) => {
      const headers = { authorization: `Bearer ${bearer}` }
      const version = { version: '1', printers: [] }
      const answer = { ...version, ...body }
      return (await shop.anonymous().post('/agents/report', answer, headers)).body
    }
    const tunnelHeartbeats = true
    expect(await report({ tunnelHeartbeats })).toMatchObject({
      nextReportSeconds: 40,
      unchangedReportSeconds: 600,
    })
    expect(await report({})).not.toHaveProperty('unchangedReportSeconds')
    const printers = [{ name: `new ${id}`, kind: 'network' }]
    const ofNew = await report({ tunnelHeartbeats, printers })
    expect(ofNew).not.toHaveProperty('unchangedReportSeconds')
  })
})

describe('revoking an agent', () => {
  it('closes its tunnel', async () => {
    const { id, bearer } = await storeAgent()
    const { socket } = await openSocket(shop, { id, bearer })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    expect((await (await shop.admin()).del(`/agents/${id}`)).status).toBe(204)
    await closed
  })

  it('closes a tunnel that is being opened at the same time', async () => {
    const admin = await shop.admin()
    const opening = async (round: number) => {
      const { id, bearer } = await storeAgent()
      await openTunnel(id, 'the one before', Date.now())
      const socket = new WebSocket(`${shop.url.replace('http', 'ws')}/ws/tunnel`, {
        headers: { authorization: `Bearer ${bearer}` },
      })
      onTestFinished(() => socket.terminate())
      socket.on('error', () => undefined)
      await sleep(round % 20)
      expect((await admin.del(`/agents/${id}`)).status).toBe(204)
      return socket
    }
    const sockets: WebSocket[] = []
    for (let round = 0; round < 40; round += 1) sockets.push(await opening(round))
    const open = () => sockets.filter(({ readyState }) => readyState !== WebSocket.CLOSED)
    await expect.poll(() => open().length).toBe(0)
  })
})

describe('a request through the tunnel', () => {
  it('reaches the agent unchanged and returns its response', async () => {
    const { frames } = await startAgent(shop, { status: 201, body: '{"a":1}' })
    const form = { invoice: 'lnbc1', amountSat: '5' }
    const request = { method: 'POST', path: '/payinvoice?x=1', form } as const
    expect(await tunnelTransport()(request)).toEqual({ status: 201, body: '{"a":1}' })
    const id = expect.any(String)
    expect(frames).toEqual([{ id, partition: expect.any(String), ...request }])
  })

  it('can have a response larger than one item', async () => {
    const body = randomBytes(1_000_000).toString('base64')
    await startAgent(shop, { status: 200, body })
    expect(await tunnelTransport()(info)).toEqual({ status: 200, body })
  })

  it('gets its own response among 20 parallel requests', async () => {
    await startAgent(shop, ({ path }) => ({ status: 200, body: path }))
    const paths = Array.from({ length: 20 }, (_, at) => `/payments/incoming/${at}`)
    const answers = await Promise.all(
      paths.map((path) => tunnelTransport()({ ...info, path })),
    )
    expect(answers.map(({ body }) => body)).toEqual(paths)
  })

  it.each([
    [{ failure: 'unreachable', sent: false }, false],
    [{ failure: 'timeout', sent: true }, true],
    [{ failure: 'cut', sent: true }, true],
  ] as const)('throws when the agent reports %j', async (answer, sent) => {
    await startAgent(shop, answer)
    await expect(tunnelTransport()(info)).rejects.toThrow(
      expect.objectContaining({ name: 'NodeUnreachable', sent }),
    )
  })

  it('goes to the agent with the latest heartbeat', async () => {
    await startAgent(shop, { status: 200, body: 'seen before' }, Date.now() - 60_000)
    await startAgent(shop, { status: 200, body: 'seen last' }, Date.now())
    // A read would be repeated on the other one after two seconds
    expect((await tunnelTransport()(pay)).body).toBe('seen last')
  })

  describe('to an agent that is frozen while another is healthy', () => {
    const openTwo = async () => {
      const healthy = await startAgent(shop, { status: 200, body: 'healthy' })
      const frozen = await openSocket(shop, await storeAgent(Date.now() + 60_000))
      return { healthy, frozen }
    }

    it('is repeated on the other one when it reads', async () => {
      const { frozen } = await openTwo()
      expect(await tunnelTransport()(info)).toEqual({ status: 200, body: 'healthy' })
      expect(frozen.frames).toHaveLength(1)
    })

    it('is sent once when it does anything else', async () => {
      const { healthy, frozen } = await openTwo()
      const payment = { method: 'POST', path: '/payinvoice', form: {} } as const
      await expect(tunnelTransport(3_000)(payment)).rejects.toMatchObject({ sent: true })
      expect(frozen.frames).toHaveLength(1)
      expect(healthy.frames).toEqual([])
    })
  })

  it('goes to the next agent when a connection was closed', async () => {
    const gone = await storeAgent(Date.now() + 60_000)
    await openTunnel(gone.id, 'gone=', 0)
    await startAgent(shop, { status: 200, body: 'next' })
    expect((await tunnelTransport()(info)).body).toBe('next')
    await closeTunnel('gone=')
  })

  it('throws NodeUnreachable, not sent, without an agent', async () => {
    await expect(tunnelTransport()(info)).rejects.toEqual(new NodeUnreachable(false))
  })

  it('throws NodeUnreachable, maybe sent, after the deadline', async () => {
    const agent = await storeAgent()
    const { frames } = await openSocket(shop, agent)
    await expect(tunnelTransport(300)(info)).rejects.toThrow(
      expect.objectContaining({ name: 'NodeUnreachable', sent: true }),
    )
    const late = storeAnswer(agent.id, frames[0]?.id ?? '', new Uint8Array([1]))
    await expect(late).rejects.toMatchObject({ kind: 'notFound' })
  })

  it('throws NodeUnreachable for a response that is not gzip', async () => {
    const agent = await storeAgent()
    const { socket } = await openSocket(shop, agent)
    socket.on('message', (data: Buffer) => {
      const frame: TunnelFrame = JSON.parse(data.toString())
      void storeAnswer(agent.id, frame.id, Buffer.from('no gzip'))
    })
    await expect(tunnelTransport()(info)).rejects.toThrow(NodeUnreachable)
  })
})

describe('an agent whose password the node refuses', () => {
  const refusal = { status: 401, body: 'Unauthorized' }

  it('leaves reads to the next agent, but never payments, whatever it says', async () => {
    const healthy = await startAgent(
      shop,
      { status: 200, body: '{}' },
      Date.now() - 9_000,
    )
    const wrong = await startAgent(shop, refusal)
    expect(await tunnelTransport()(info)).toEqual({ status: 200, body: '{}' })
    expect(await tunnelTransport()(pay)).toEqual(refusal)
    expect(wrong.frames).toHaveLength(2)
    expect(healthy.frames).toHaveLength(1)
  })

  it('is asked last once its heartbeat says so', async () => {
    const healthy = await startAgent(shop, { status: 200, body: '{}' }, 1)
    const wrong = await startAgent(shop, refusal)
    const agent = await findAgent(wrong.id)
    if (!agent) throw new Error('the agent is gone')
    const report = { printers: [], version: '1.0.0', nodeRefusesPassword: true }
    await recordHeartbeat(agent, report, Date.now())
    expect(await tunnelTransport()(pay)).toEqual({ status: 200, body: '{}' })
    expect([healthy.frames.length, wrong.frames.length]).toEqual([1, 0])
  })

  it('is the answer where there is no other', async () => {
    await startAgent(shop, refusal)
    for (const request of [info, pay]) {
      expect(await tunnelTransport()(request)).toEqual(refusal)
    }
  })
})

describe('the wallet without an agent', () => {
  it('returns 503', async () => {
    const client = await shop.admin()
    await client.post('/wallet/auth', { password: owner.password })
    expect(await client.get('/wallet/getinfo')).toMatchObject({
      status: 503,
      body: {
        message: 'Lightning node is unavailable',
        code: 0,
        source: 'node',
        reason: 'node_unavailable',
      },
    })
  })
})
