import { inShop, mainShop } from '../../current-shop.ts'
import { logger } from '../../logger.ts'
import { currentOf, findShop } from '../../platform/shops/shop-records.ts'
import {
  type DueRecord,
  dueDeliveries,
  forgetDeliveryOf,
  invokeSender,
} from './deliveries.ts'

/** Deliveries of one webhook that are handed over at once; the next minute brings the others. */
const mostAtOnce = 200

/**
 * Hands the due deliveries of all shops to executions of their own, one for each webhook.
 * A delivery that an execution cannot finish is due again a minute later.
 */
export async function handOverDue(nowMs: number): Promise<void> {
  const due = await dueDeliveries(nowMs)
  const ofWebhooks = Object.values(
    Object.groupBy(due, ({ shop, webhookId }) => `${shop}#${webhookId}`),
  )
  for (const dues of ofWebhooks) {
    const [first] = dues ?? []
    if (!dues || !first) continue
    try {
      await handOver(first.shop, dues.slice(0, mostAtOnce))
    } catch (error) {
      const { shop, webhookId } = first
      logger.error('webhook-not-invoked', { of: shop, webhookId, error: String(error) })
    }
  }
}

async function handOver(shopId: string, dues: readonly DueRecord[]): Promise<void> {
  const shop = await openShop(shopId)
  if (shop === 'waits') return
  if (shop === 'gone') {
    for (const due of dues) await forgetDeliveryOf(due)
    return
  }
  const ids = [...new Set(dues.map(({ deliveryId }) => deliveryId))]
  const [{ webhookId } = { webhookId: '' }] = dues
  const known = dues.map(({ shop, webhookId, deliveryId, dueAtMs }) => ({
    shop,
    webhookId,
    deliveryId,
    dueAtMs,
  }))
  await inShop(shop, () => invokeSender(webhookId, ids, known))
}

/** A shop that is suspended or moves sends nothing until it is open again. */
async function openShop(id: string) {
  if (id === mainShop.id) return mainShop
  const record = await findShop(id)
  if (!record) return 'gone'
  return record.state === 'open' ? currentOf(record) : 'waits'
}
