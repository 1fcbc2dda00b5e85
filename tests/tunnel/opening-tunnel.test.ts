import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TunnelFrame } from '../../shared/agents/protocol/tunnel-frame.ts'
import { storeAnswer } from '../../shared/agents/tunnel-answers.ts'
import { openTunnel } from '../../shared/agents/tunnel-connections.ts'
import type { Client } from '../support/client.ts'
import { enrolAgent } from '../support/on-site-agent.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openWallet } from '../support/wallet-client.ts'

/** Simulates API Gateway's posts to connections: status 410 until one is open. */
let refusals = 0
let agentId: string
const balance = { balanceSat: 5, feeCreditSat: 0 }
const posts = createServer((request, response) => {
  if (refusals > 0) {
    refusals -= 1
    response.writeHead(410, { 'x-amzn-errortype': 'GoneException' }).end('{}')
    return
  }
  void json(request).then(async (frame) => {
    const answer = { status: 200, body: JSON.stringify(balance) }
    const { id } = frame as TunnelFrame
    await storeAnswer(agentId, id, gzipSync(JSON.stringify(answer)))
    response.end()
  })
})

let shop: Shop
let wallet: Client
beforeAll(async () => {
  shop = await openShop()
  wallet = await openWallet(shop)
  agentId = (await enrolAgent(shop, wallet)).id
  posts.listen(0, '127.0.0.1')
  await once(posts, 'listening')
  const { port } = posts.address() as AddressInfo
  process.env.TUNNEL_ENDPOINT = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await shop.close()
  posts.closeAllConnections()
  posts.close()
})

it('retries a post while the tunnel is opening', async () => {
  await openTunnel(agentId, 'opening', Date.now())
  refusals = 3
  expect(await wallet.get('/wallet/getbalance')).toMatchObject({
    status: 200,
    body: balance,
  })
})

it('does not retry a post when an older tunnel is gone', async () => {
  await openTunnel(agentId, 'gone', Date.now() - 60_000)
  refusals = 1
  expect((await wallet.get('/wallet/getbalance')).status).toBe(503)
  expect(refusals).toBe(0)
})
