import { sign } from '../../../shared/lightning/signature.ts'
import { webhookSecret } from '../cloud/environment.ts'
import { satOfInvoice } from '../cloud/node.ts'
import { hashModel } from '../proof/models.ts'
import type { Client } from './client.ts'
import type { World } from './world.ts'

/** A customer pays at some time, or not; the node then tells it by its webhook. */
export async function payInvoice(
  { cloud, history, paid }: World,
  { random }: Client,
  paymentHash: string,
): Promise<void> {
  await cloud.scheduler.sleep(random.below(2_000))
  if (random.chance(0.1)) return
  await history.record(
    `payment hash ${paymentHash}`,
    hashModel,
    'pay',
    async () => cloud.node.pay(paymentHash),
    () => 'paid',
  )
  paid.add(paymentHash)
  const timestamp = cloud.scheduler.nowMs
  const notify = async () => {
    const body = JSON.stringify({
      type: 'payment_received',
      timestamp,
      amountSat: satOfInvoice,
      paymentHash,
    })
    await cloud.request({
      method: 'POST',
      path: '/webhook/node',
      body,
      headers: { 'x-node-signature': sign(webhookSecret, body) },
    })
  }
  // The node does not repeat a webhook, but the network may lose, delay or double one
  const fault = cloud.faults.draw(['message doubled', 'message late'])
  if (fault === 'message late') await cloud.scheduler.sleep(random.below(30_000))
  await notify()
  if (fault === 'message doubled') await notify()
}
