import { openShop, webhookSecret } from '../support/shop.ts'
import { openWallet } from '../support/wallet-client.ts'
import { startNode, startOnSiteAgent } from './on-site.ts'

/** The wallet's answer while the node cannot be reached. */
export const unavailable = {
  status: 503,
  body: { source: 'node', reason: 'node_unavailable', code: 0 },
}

export type Premises = Awaited<ReturnType<typeof openPremises>>

/**
 * Opens a shop whose premises have the simulated node and the real agent, each in a
 * separate process. `wallet` is its owner with an open wallet session.
 */
export async function openPremises() {
  const shop = await openShop({ options: { WALLET_TOKEN_SECONDS: '600' } })
  const wallet = await openWallet(shop)
  const { url, dataDir } = shop
  const place = { url, dataDir, admin: wallet, webhookSecret }
  const node = await startNode(place)
  const agent = await startOnSiteAgent(place, node)
  return {
    shop,
    wallet,
    node,
    agent,
    /** Makes an invoice of 21 satoshis through the wallet. */
    invoice: (externalId = 'order') =>
      wallet.post('/wallet/createinvoice', {
        description: 'x'.repeat(128),
        amountSat: 21,
        externalId,
      }),
    /** Starts one more agent in front of the node. */
    startAgent: (name: string) => startOnSiteAgent(place, node, { name }),
    close: async () => {
      await agent.stop()
      await node.kill()
      await shop.close()
    },
  }
}
