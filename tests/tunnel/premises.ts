import { openShop, webhookSecret } from '../support/shop.ts'
import { openWallet } from '../support/wallet-client.ts'
import { startNode, startOnSiteAgent } from './on-site.ts'

export type Premises = Awaited<ReturnType<typeof openPremises>>

/**
 * Opens a shop whose premises have the simulated node and the real agent, each in a
 * process of its own. `wallet` is its owner with an open wallet session.
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
    /** Starts one more agent in front of the node. */
    startAgent: (name: string) => startOnSiteAgent(place, node, { name }),
    close: async () => {
      await agent.stop()
      await node.kill()
      await shop.close()
    },
  }
}
