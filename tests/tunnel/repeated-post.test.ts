import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTunnel } from '../../shared/agents/tunnel-connections.ts'
import type { Client } from '../support/client.ts'
import { enrolAgent } from '../support/on-site-agent.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { nodeFailure, openWallet } from '../support/wallet-client.ts'

/** Delivers the first frame, but aborts its post; later posts get 410. */
let posted = 0
const posts = createServer((request, response) => {
  posted += 1
  if (posted === 1) request.resume().on('end', () => response.destroy())
  else response.writeHead(410, { 'x-amzn-errortype': 'GoneException' }).end('{}')
})

let shop: Shop
let wallet: Client
beforeAll(async () => {
  shop = await openShop()
  wallet = await openWallet(shop)
  const agent = await enrolAgent(shop, wallet)
  await openTunnel(agent.id, 'ending', Date.now() - 60_000)
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

it('a payment whose post was aborted counts as sent when the agent is gone', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const payment = { amountSat: 5, address: 'tb1q', feerateSatByte: 2 }
  const pay = () => wallet.post('/wallet/payonchain', payment, key)
  const unknownOutcome = {
    status: 503,
    body: {
      ...nodeFailure('node_unavailable', 0),
      message: expect.stringContaining('outcome of this payment is unknown'),
    },
  }
  expect(await pay()).toMatchObject(unknownOutcome)
  expect(posted).toBe(2)
  expect(await pay()).toMatchObject(unknownOutcome)
  expect(posted).toBe(2)
})
