import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sendHeartbeats } from '../../../print-agent/heartbeat.ts'
import { jobProgress } from '../../../print-agent/jobs/run-job.ts'
import { nodePeer } from '../../../print-agent/payments/node-peer.ts'
import { firstStatus } from '../../../print-agent/status/status.ts'
import { keepTunnel, type Tunnel } from '../../../print-agent/tunnel/keep.ts'
import { nodePassword, tunnelRequests } from '../../../print-agent/tunnel/requests.ts'
import type { Report } from '../../../shared/agents/protocol/report.ts'
import { storeAnswer } from '../../../shared/agents/tunnel-answers.ts'
import { closeTunnel, openTunnel } from '../../../shared/agents/tunnel-connections.ts'
import { tunnelTransport } from '../../../shared/agents/tunnel-transport.ts'
import { shopNodePassword, startNode } from '../../agent/shop-node.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { connectionOf, storeAgent } from '../../support/tunnel-agents.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Runs the heartbeats and the tunnel of an agent, with a heartbeat every 20 ms. */
async function runAgent(sendsReportsAlone: boolean) {
  const { id, bearer } = await storeAgent()
  const node = await startNode()
  const tunnel: Tunnel = {}
  const stop = new AbortController()
  const replies: { renewTunnel: boolean }[] = []
  const report = async (body: Report) => {
    const authorization = { authorization: `Bearer ${bearer}` }
    const answer = await shop.anonymous().post('/agents/report', body, authorization)
    replies.push(answer.body)
    const { unchangedReportSeconds, ...others } = answer.body
    return {
      ...others,
      ...(!sendsReportsAlone && { unchangedReportSeconds }),
      nextReportSeconds: 0.02,
    }
  }
  const identity = { version: '1', pid: 1, baseUrl: 'https://pos.example' }
  const password = nodePassword()
  const requests = tunnelRequests({
    cloud: {
      tunnelAnswer: (requestId, body) => storeAnswer(id, requestId, body),
      paymentEnd: async () => undefined,
    },
    node: { url: node.url, password: shopNodePassword },
    password,
    table: { write: async () => false },
  })
  const running = Promise.all([
    sendHeartbeats(
      {
        cloud: { report, nowMs: Date.now },
        printers: { list: () => Promise.resolve([]) },
        progress: jobProgress(),
        password,
        peer: nodePeer(),
        tunnel,
        status: {
          current: () => firstStatus({ ...identity, hasNode: true }, 0),
          printersChange: () => stop.signal,
          reported: () => {},
        },
      },
      stop.signal,
    ),
    keepTunnel(
      { tunnel, bearer, requests, confirmIdentity: () => Promise.resolve() },
      stop.signal,
    ),
  ])
  onTestFinished(async () => {
    stop.abort()
    await running
    node.stop()
    await expect.poll(() => connectionOf(id)).toBeNull()
  })
  await expect.poll(() => connectionOf(id)).not.toBeNull()
  return { id, replies }
}

describe.each([true, false])(
  'whose agent sends reports alone: %s',
  (sendsReportsAlone) => {
    it.each([
      [
        'had another connection',
        (id: string) => openTunnel(id, 'before', 0, 'of before'),
      ],
      ['had a connection without an id', (id: string) => openTunnel(id, 'before', 0)],
      [
        'had no connection',
        async (id: string) => closeTunnel((await connectionOf(id)) ?? ''),
      ],
    ])(
      'an agent that %s in the restored table reopens its tunnel',
      async (_, restore) => {
        const { id, replies } = await runAgent(sendsReportsAlone)
        await expect.poll(() => replies.at(-1)?.renewTunnel).toBe(false)
        await restore(id)
        const info = { method: 'GET', path: '/getinfo', form: null } as const
        await expect
          .poll(() => connectionOf(id))
          .not.toSatisfy((connection) => connection === null || connection === 'before')
        await expect.poll(() => replies.at(-1)?.renewTunnel).toBe(false)
        expect(await tunnelTransport()(info)).toMatchObject({ status: 200 })
      },
    )
  },
)
