import { sign } from '../../../../shared/lightning/node/phoenixd/signature.ts'
import { webhookSecret } from '../cloud/environment.ts'
import { hashModel } from '../proof/models.ts'
import type { Client } from './client.ts'
import type { World } from './world.ts'

/** A customer pays at some time, or not; the node then tells it by its webhook. */
export async function payInvoice(
  { cloud, history, paid, feed }: World,
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
  const timestamp = cloud.scheduler.nowMs
  paid.set(paymentHash, timestamp)
  const webhooks = { sent: 0, accepted: 0 }
  feed.webhooks.set(paymentHash, webhooks)
  const notify = async () => {
    const body = JSON.stringify({
      type: 'payment_received',
      timestamp,
      amountSat: cloud.node.receivedOf(paymentHash),
      paymentHash,
    })
    webhooks.sent += 1
    const { status } = await cloud.request({
      method: 'POST',
      path: '/webhook/node',
      body,
      headers: { 'x-node-signature': sign(webhookSecret, body) },
    })
    if (status === 200) webhooks.accepted += 1
  }
  // The node does not repeat a webhook, but the network may lose, delay or double one
  const fault = cloud.faults.draw(['message doubled', 'message late', 'message lost'])
  if (fault === 'message lost') return
  if (fault === 'message late') await cloud.scheduler.sleep(random.below(30_000))
  await notify()
  if (fault === 'message doubled') await notify()
}

/** A customer pays an invoice that no sale waits for, such as a deposit. */
export async function payDeposit(world: World, client: Client): Promise<void> {
  const paymentHash = client.random.bytes(32).toString('hex')
  world.cloud.node.issue(paymentHash)
  await payInvoice(world, client, paymentHash)
}
