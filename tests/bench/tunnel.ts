import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tunnelTransport } from '../../shared/agents/tunnel-transport.ts'
import { directTransport } from '../../shared/lightning/node/phoenixd/direct-transport.ts'
import type { NodeTransport } from '../../shared/lightning/node/transport.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { startNode, startOnSiteAgent } from '../tunnel/on-site.ts'
import { addProducts, type BenchShop, benchWebhookSecret } from './bench-shop.ts'
import { whilePrinting } from './largest-ticket.ts'
import { type Latency, latencyOf, summaryOf } from './latency.ts'

/**
 * Measures requests to the node, direct and through the tunnel, with the real agent and the
 * simulated node as separate processes. While the agent prints the largest ticket, the
 * tunnel's median stays below twice the usual one.
 */
export async function measureTunnel(shop: BenchShop): Promise<Latency[]> {
  const { url, till } = shop
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
      await quotesOfYoungAccount(shop),
    ]
  } finally {
    await agent.stop()
    await node.kill()
    await removeFolder(dataDir)
  }
}

const atOnce = 20

/**
 * Tills that all want a quote at once, while those who wait may hold all ten executions of
 * a new account. A till that Lambda refuses tries again, and that time counts.
 */
async function quotesOfYoungAccount({ till, limitExecutions }: BenchShop) {
  const manualRate = { currency: 'USD', rate: 100_000 }
  await till.put('/config', { businessName: 'Bench', manualRate })
  const [productId] = await addProducts({ till }, 1)
  const cart = { kind: 'store', items: [{ productId, quantity: 1 }] }
  limitExecutions(10)
  try {
    const quoteAfterMs = async () => {
      const startMs = performance.now()
      while ((await till.post('/quotes', cart)).status !== 201) {
        if (performance.now() - startMs > budgetMs) break
        await sleep(100)
      }
      return performance.now() - startMs
    }
    const times = await Promise.all(Array.from({ length: atOnce }, quoteAfterMs))
    return { ...summaryOf('twenty quotes at once, ten executions', times), budgetMs }
  } finally {
    limitExecutions(Number.POSITIVE_INFINITY)
  }
}

/** The API's time limit. */
const budgetMs = 30_000
