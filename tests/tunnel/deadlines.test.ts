import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { Client } from '../../infra/local/client.ts'
import type { TunnelFrame } from '../../shared/agents/protocol/tunnel-frame.ts'
import { bearer, enrolAgent } from '../support/on-site-agent.ts'
import { openShop, type Shop, webhookSecret } from '../support/shop.ts'
import { openWallet } from '../support/wallet-client.ts'
import {
  type AgentProcess,
  type NodeProcess,
  startNode,
  startOnSiteAgent,
} from './on-site.ts'

/** API Gateway gives up after 30 s, and then nobody hears what happened. */
const gatewayMs = 30_000

let shop: Shop
let node: NodeProcess
let agent: AgentProcess
let wallet: Client
beforeAll(async () => {
  shop = await openShop({ options: { WALLET_TOKEN_SECONDS: '600' } })
  wallet = await openWallet(shop)
  const { url, dataDir } = shop
  const premises = { url, dataDir, admin: wallet, webhookSecret }
  node = await startNode(premises)
  agent = await startOnSiteAgent(premises, node)
})
afterAll(async () => {
  await agent.stop()
  await node.kill()
  await shop.close()
})

/** An agent played by the test: it was seen last, so it is asked first. */
async function actedAgent(onFrame: (frame: TunnelFrame) => unknown) {
  const acted = await enrolAgent(shop, wallet, `acted ${randomUUID()}`)
  await acted.report()
  const socket = new WebSocket(`${shop.url.replace('http', 'ws')}/ws/tunnel`, {
    headers: bearer(acted.token),
  })
  socket.on('message', (data: Buffer) => onFrame(JSON.parse(data.toString())))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const answer = async (id: string, body: unknown, status = 200) => {
    const packed = gzipSync(JSON.stringify({ status, body: JSON.stringify(body) }))
    const headers = { ...bearer(acted.token), 'content-type': 'application/octet-stream' }
    const path = `/agents/tunnel/${id}`
    return (await shop.anonymous().send('POST', path, packed, headers)).status
  }
  return { answer, close: () => socket.terminate() }
}

/** The answer to a request and how long it took. */
async function timed<T>(answering: Promise<T>) {
  const startMs = performance.now()
  const answer = await answering
  return { answer, tookMs: performance.now() - startMs }
}

describe('an answer of the agent', () => {
  it('counts once: a second one changes nothing', async () => {
    const statuses: number[] = []
    const { answer, close } = await actedAgent(async ({ id }) => {
      statuses.push(await answer(id, { balanceSat: 1, feeCreditSat: 0 }))
      statuses.push(await answer(id, { balanceSat: 2, feeCreditSat: 0 }))
    })
    const first = await wallet.get('/wallet/getbalance')
    expect(first).toMatchObject({ status: 200, body: { balanceSat: 1 } })
    await expect.poll(() => statuses).toEqual([204, 204])
    close()
  })
})

describe('when nobody answers in time', () => {
  it('callers hear so before the gateway gives up, and nothing is done twice', async () => {
    await node.faults({ slowMs: 60_000, path: '/getinfo' })
    const slow = timed(wallet.get('/wallet/getinfo'))
    await sleep(200)

    // This agent knows of no earlier payment, pays, and dies before it can tell.
    const { body: stranger } = await node.strangersInvoice({ amountSat: 250 })
    const frames: TunnelFrame[] = []
    const dying = await actedAgent(async (frame) => {
      frames.push(frame)
      if (frame.path !== '/payinvoice') {
        await dying.answer(frame.id, 'Not found', 404)
        return
      }
      await node.ask(frame.path, { ...frame.form })
      dying.close()
    })
    const lost = timed(
      wallet.post('/wallet/payinvoice', { invoice: stranger.serialized }),
    )
    await expect.poll(() => frames).toHaveLength(2)

    // This one lets a request lie until its caller has gone.
    const forgetful: string[] = []
    const late = await actedAgent(({ id }) => forgetful.push(id))
    const forgotten = timed(wallet.get('/wallet/getbalance'))
    await expect.poll(() => forgetful).toHaveLength(1)
    late.close()

    for (const { answer, tookMs } of [await slow, await forgotten]) {
      expect(answer).toMatchObject({ status: 503, body: { reason: 'node_unavailable' } })
      expect(tookMs).toBeLessThan(gatewayMs)
    }
    const { answer: paid, tookMs } = await lost
    expect(paid).toMatchObject({
      status: 200,
      body: { recipientAmountSat: 250, paymentHash: stranger.paymentHash },
    })
    expect(tookMs).toBeLessThan(gatewayMs)
    const { body: made } = await wallet.get('/wallet/payments/outgoing?all=true')
    expect(made).toHaveLength(1)

    const [id = ''] = forgetful
    expect(await late.answer(id, { balanceSat: 3, feeCreditSat: 0 })).toBe(404)
    await node.clearFaults()
    const { balanceSat } = (await wallet.get('/wallet/getbalance')).body
    expect(balanceSat).not.toBe(3)
  }, 60_000)
})
