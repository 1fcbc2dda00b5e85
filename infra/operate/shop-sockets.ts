import { setTimeout as sleep } from 'node:timers/promises'
import { type CurrentShop, inShop } from '../../shared/current-shop.ts'

/** Closes a suspended shop's sockets and tunnels once functions let no new ones in. */
export async function closeSockets(shop: CurrentShop): Promise<void> {
  if (!process.env.WATCHERS_ENDPOINT) return
  const { allAgents } = await import('../../shared/agents/agents.ts')
  const { tunnelConnections } = await import('../../shared/agents/tunnel-sockets.ts')
  const { closeWatchers } = await import('../../shared/payments-feed/close-watchers.ts')
  const { freshMs } = await import('../../shared/shops/visited-shop.ts')
  await sleep(freshMs)
  await inShop(shop, async () => {
    await closeWatchers('shop')
    for (const { tunnelConnectionId } of await allAgents()) {
      if (tunnelConnectionId) await tunnelConnections().close(tunnelConnectionId)
    }
  })
}
