import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import type { TunnelFrame } from '../../shared/agents/protocol/tunnel-frame.ts'
import type { Client } from '../support/client.ts'
import { bearer, enrolAgent } from '../support/on-site-agent.ts'
import { openPremises, type Premises } from './premises.ts'

/** API Gateway times out after 30 s; the client then learns no outcome. */
const gatewayMs = 30_000

let premises: Premises
let shop: Premises['shop']
let node: Premises['node']
let wallet: Client
beforeAll(async () => {
  premises = await openPremises()
  ;({ shop, node, wallet } = premises)
})
afterAll(() => premises.close())

/** An agent played by the test. It was seen last, so the cloud tries it first. */
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

/** The response to a request and how long it took. */
async function timed<T>(answering: Promise<T>) {
  const startMs = performance.now()
  const answer = await answering
  return { answer, tookMs: performance.now() - startMs }
}

describe('a response of the agent', () => {
  it('is accepted once: a second one changes nothing', async () => {
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

describe('when no response comes in time', () => {
  it('clients get a 503 before the gateway times out, and no payment is made twice', async () => {
    await node.faults({ slowMs: 60_000, path: '/getinfo' })
    const log = vi.spyOn(console, 'log')
    const slow = timed(wallet.get('/wallet/getinfo'))
    // Until it goes to the agent that serves the node
    await expect
      .poll(() => log.mock.calls.map(String))
      .toContainEqual(expect.stringContaining('"tunnel-request"'))
    log.mockRestore()

    // This agent finds no earlier payment, pays, and disconnects before it responds.
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

    // This one responds after the request has timed out.
    const receivedIds: string[] = []
    const late = await actedAgent(({ id }) => receivedIds.push(id))
    // A read would be repeated on the other agent.
    const forgotten = timed(
      wallet.post('/wallet/createinvoice', { description: 'Late', amountSat: 1 }),
    )
    await expect.poll(() => receivedIds).toHaveLength(1)
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

    const [id = ''] = receivedIds
    expect(await late.answer(id, { balanceSat: 3, feeCreditSat: 0 })).toBe(404)
    await node.clearFaults()
    const { balanceSat } = (await wallet.get('/wallet/getbalance')).body
    expect(balanceSat).not.toBe(3)
  })
})
