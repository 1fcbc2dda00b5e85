import { satOfInvoice } from '../cloud/node.ts'
import type { Message } from '../cloud/queues.ts'
import type { Client } from './client.ts'
import { heartbeat } from './opening.ts'
import type { World } from './world.ts'

/** The agent reports a payment when its webhook had this time to come. */
const graceMs = 5_000

/** In one report. */
const maxPayments = 20

/** Somebody prints the receipt of an order, or prints it again. */
export async function printReceipt({ soldOrders }: World, client: Client): Promise<void> {
  const { random } = client
  if (soldOrders.length === 0) return
  await client.send(
    'POST',
    '/printers/print',
    { orderId: random.pick(soldOrders), printerType: 'CUSTOMER' },
    random.chance(0.7) ? { key: random.uuid() } : {},
  )
}

/**
 * The agent in the shop, until everything is done: it prints each job once, however often
 * a message arrives, and reports its outcome before it deletes the message.
 */
export async function runAgent(
  { cloud, paper, shop, paid }: World,
  isOver: () => boolean,
  everyMs = 10_000,
): Promise<void> {
  const journal = new Set<string>()
  const send = (path: string, body: object) =>
    cloud.request({
      method: 'POST',
      path,
      body,
      headers: { authorization: `Bearer ${shop.agentToken}` },
    })
  const handle = async (message: Message) => {
    if (!journal.has(message.id)) {
      journal.add(message.id)
      paper.push(message.body)
    }
    const { status } = await send(`/agents/jobs/${message.id}`, {
      state: 'printed',
      detail: null,
    })
    // A message that is not deleted arrives again
    const fault = cloud.faults.draw(['message doubled'])
    if (status < 500 && !fault) cloud.queues.delete(message.id)
  }
  const reported = new Set<string>()
  const unreported = () => [...paid].filter(([hash]) => !reported.has(hash))
  /** The webhook lost some payments, perhaps. */
  const reconcile = async () => {
    const due = unreported().filter(([, atMs]) => atMs <= cloud.scheduler.nowMs - graceMs)
    if (due.length === 0) return
    due.splice(maxPayments)
    const payments = due.map(([paymentHash, completedAtMs]) => ({
      paymentHash,
      completedAtMs,
      amountSat: satOfInvoice,
      externalId: null,
      payerNote: null,
      payerKey: null,
    }))
    const report = () => send('/agents/payments', { payments })
    // A second agent of the shop sees the same payments
    const [{ status }] = await Promise.all(
      cloud.random.chance(0.3) ? [report(), report()] : [report()],
    )
    if (status === 204) for (const [hash] of due) reported.add(hash)
  }
  while (!isOver() || cloud.queues.size > 0 || unreported().length > 0) {
    await send('/agents/report', heartbeat)
    await reconcile()
    for (const message of cloud.queues.receivable()) await handle(message)
    await cloud.scheduler.sleep(cloud.random.below(everyMs))
  }
}
