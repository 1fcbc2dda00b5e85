import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../infra/local/client.ts'
import { openShop, type Shop, webhookSecret } from '../support/shop.ts'
import { openWallet } from '../support/wallet-client.ts'
import {
  type AgentProcess,
  type NodeProcess,
  startNode,
  startOnSiteAgent,
} from './on-site.ts'

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

/** The response to a request and how long it took. */
async function timed<T>(answering: Promise<T>) {
  const startMs = performance.now()
  const answer = await answering
  return { answer, tookMs: performance.now() - startMs }
}

it('an invoice can be created again after the agent was killed while creating it', async () => {
  await node.faults({ slowMs: 1_000, path: '/createinvoice' })
  const input = { description: 'coffee', amountSat: 21, externalId: 'interrupted' }
  const interrupted = timed(wallet.post('/wallet/createinvoice', input))
  await sleep(300)
  await agent.kill()
  await agent.start()
  await node.clearFaults()
  const again = await wallet.post('/wallet/createinvoice', input)
  expect(again).toMatchObject({ status: 200, body: { amountSat: 21 } })
  const { answer, tookMs } = await interrupted
  expect(answer).toMatchObject({ status: 503, body: { reason: 'node_unavailable' } })
  expect(tookMs).toBeLessThan(gatewayMs)
}, 60_000)
