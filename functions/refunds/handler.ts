import { logSilentAgents } from '../../shared/agents/agent-silence.ts'
import { logger } from '../../shared/logger.ts'
import { openPayouts } from '../../shared/refunds/payouts.ts'
import { settlePayout } from '../../shared/refunds/settle-payout.ts'
import { logStoppedSales } from '../../shared/shifts/sales-stopped.ts'
import { inEachShop } from '../../shared/shops/each-shop.ts'

/** How long the node is asked about a payout; no client waits for the answer. */
const lookupTimeoutMs = 10_000

/** Does the scheduled work of each shop. */
export const handler = (): Promise<void> => inEachShop(lookAfterShop)

/**
 * Looks up the payouts that have not ended. One that fails does not hold up the others. Then
 * it says when an open shop has stopped selling, and when its agents are silent.
 */
async function lookAfterShop(): Promise<void> {
  for (const { orderId } of await openPayouts()) {
    try {
      await settlePayout(orderId, lookupTimeoutMs)
    } catch (error) {
      logger.error('payout-not-settled', { orderId, error: String(error) })
    }
  }
  await logStoppedSales(Date.now())
  await logSilentAgents(Date.now())
}
