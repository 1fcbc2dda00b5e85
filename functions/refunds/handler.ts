import { logSilentAgents } from '../../shared/agents/agent-silence.ts'
import { logger } from '../../shared/logger.ts'
import { settlePaymentPayout } from '../../shared/refunds/payment-refund.ts'
import { isOfPayment, openPayouts } from '../../shared/refunds/payouts.ts'
import { settlePayout } from '../../shared/refunds/settle-payout.ts'
import { logStoppedSales } from '../../shared/shifts/sales-stopped.ts'
import { inEachShop } from '../../shared/shops/each-shop.ts'

/** How long the node is asked about a payout; no client waits for the answer. */
const lookupTimeoutMs = 10_000

/** Does the scheduled work of each shop. */
export const handler = (): Promise<void> => inEachShop(lookAfterShop)

/**
 * Says when the shop's agents are silent: a missing line is silence, so it comes first. Then
 * looks up the payouts that have not ended, each on its own, and says when an open shop has
 * stopped selling.
 */
async function lookAfterShop(): Promise<void> {
  try {
    await logSilentAgents(Date.now())
  } finally {
    await lookUpPayouts()
    await logStoppedSales(Date.now())
  }
}

async function lookUpPayouts(): Promise<void> {
  for (const payout of await openPayouts()) {
    try {
      if (isOfPayment(payout)) {
        await settlePaymentPayout(payout.ofPayment, lookupTimeoutMs)
      } else await settlePayout(payout.orderId, lookupTimeoutMs)
    } catch (error) {
      const { sk: refundId } = payout
      logger.error('payout-not-settled', { refundId, error: String(error) })
    }
  }
}
