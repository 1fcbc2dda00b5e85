import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startLightningNode } from '../../infra/local/lightning-node/start.ts'
import { Client } from '../support/client.ts'
import { openShop } from './shop.ts'
import { shopNodePassword } from './shop-node.ts'

const soon = { timeout: 60_000, interval: 50 }

/** An agent, a stand-in for the cloud, and a node whose webhooks are all lost. */
async function openReconciliation() {
  const shop = await openShop()
  const dataDir = join(shop.stateDir, 'node')
  await mkdir(dataDir)
  const { url, close } = await startLightningNode({
    port: 0,
    dataDir,
    webhookUrl: 'http://127.0.0.1:9/webhook/node',
    webhookSecret: 'secret',
    password: shopNodePassword,
    limitedPassword: 'limited',
  })
  onTestFinished(close)
  const agent = await shop.startAgent({ node: { url, password: shopNodePassword } })
  await vi.waitFor(() => expect(agent.output()).toContain('node-events-open'), soon)

  return {
    cloud: shop.cloud,
    agent,
    /** Makes an invoice and pays it. */
    receive: async (externalId: string) => {
      const response = await fetch(`${url}/createinvoice`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`:${shopNodePassword}`).toString('base64')}`,
        },
        body: new URLSearchParams({ description: '', amountSat: '5', externalId }),
      })
      const { paymentHash } = (await response.json()) as { paymentHash: string }
      const paid = await new Client(url).post('/_simulator/pay', { paymentHash })
      return { paymentHash, completedAtMs: paid.body.completedAt as number }
    },
    /** The payments that the cloud received, in order. */
    reported: () =>
      shop.cloud.state.calls
        .filter(({ path }) => path === '/agents/payments')
        .flatMap(({ body }) => (body as { payments: { externalId: string }[] }).payments),
  }
}

const externalIdsOf = (payments: { externalId: string }[]) =>
  payments.map(({ externalId }) => externalId)

describe('payments that the node receives', () => {
  test('are reported in full, after a grace period for the webhook', async () => {
    const { receive, reported } = await openReconciliation()
    const paidMs = performance.now()
    const { paymentHash, completedAtMs } = await receive('a')
    await vi.waitFor(() => expect(reported()).toHaveLength(1), soon)
    expect(performance.now() - paidMs).toBeGreaterThan(4_900)
    expect(reported()).toEqual([
      {
        paymentHash,
        amountSat: 5,
        externalId: 'a',
        payerNote: null,
        payerKey: null,
        completedAtMs,
      },
    ])
  })

  test('are reported once, in order of completion, across an outage', async () => {
    const { agent, cloud, receive, reported } = await openReconciliation()
    cloud.state.outages.set('/agents/payments', 2)
    const orders = Array.from({ length: 25 }, (_, n) => `order-${n}`)
    for (const order of orders) await receive(order)
    await vi.waitFor(() => expect(externalIdsOf(reported())).toEqual(orders), soon)
    expect(agent.output()).not.toContain(shopNodePassword)
  })
})
