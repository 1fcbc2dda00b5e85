import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tunnelTransport } from '../../shared/agents/tunnel-transport.ts'
import { directTransport, type NodeTransport } from '../../shared/lightning/transport.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { startNode, startOnSiteAgent } from '../tunnel/on-site.ts'
import { type BenchShop, benchWebhookSecret } from './bench-shop.ts'
import { whilePrinting } from './largest-ticket.ts'
import { type Latency, latencyOf } from './latency.ts'

/**
 * Measures requests to the node, direct and through the tunnel, with the real agent and the
 * simulated node as separate processes. While the agent prints the largest ticket, the
 * tunnel's median stays below twice the usual one.
 */
export async function measureTunnel({ url, till }: BenchShop): Promise<Latency[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pos-bench-tunnel-'))
  const premises = { url, dataDir, admin: till, webhookSecret: benchWebhookSecret }
  const node = await startNode(premises)
  const agent = await startOnSiteAgent(premises, node)
  const ask = (transport: NodeTransport) => () =>
    transport({ method: 'GET', path: '/getinfo', form: null })
  try {
    const direct = ask(directTransport(node.url, node.password))
    const tunnel = ask(tunnelTransport())
    const usual = await latencyOf('node, through the tunnel', tunnel, 300)
    const printing = await whilePrinting(till, join(dataDir, 'printed'), () =>
      latencyOf('the same during the longest print', tunnel),
    )
    return [
      await latencyOf('node, direct', direct),
      usual,
      { ...printing, budgetMs: 2 * usual.medianMs },
    ]
  } finally {
    await agent.stop()
    await node.kill()
    await removeFolder(dataDir)
  }
}
