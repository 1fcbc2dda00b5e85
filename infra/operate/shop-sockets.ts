import { setTimeout as sleep } from 'node:timers/promises'
import { allAgents } from '../../shared/agents/agents.ts'
import { tunnelConnections } from '../../shared/agents/tunnel-sockets.ts'
import { type CurrentShop, inShop } from '../../shared/current-shop.ts'
import { closeWatchers } from '../../shared/lightning/payments-feed/close-watchers.ts'
import { freshMs } from '../../shared/platform/shops/visited-shop.ts'

/** Closes a suspended shop's sockets and tunnels once functions let no new ones in. */
export async function closeSockets(shop: CurrentShop): Promise<void> {
  if (!process.env.WATCHERS_ENDPOINT) return
  await sleep(freshMs)
  await inShop(shop, async () => {
    await closeWatchers('shop')
    for (const { tunnelConnectionId } of await allAgents()) {
      if (tunnelConnectionId) await tunnelConnections().close(tunnelConnectionId)
    }
  })
}
