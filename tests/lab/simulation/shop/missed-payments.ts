import type { World } from './world.ts'

/** The agent reports a payment when its webhook had this time to come. */
const graceMs = 5_000

/** In one report. */
const maxPayments = 20

/**
 * The agent reports the payments that it finds at the node, until everything is done: the
 * webhook lost some of them, perhaps.
 */
export async function reportPayments(
  { cloud, shop, paid }: World,
  isOver: () => boolean,
  everyMs = 10_000,
): Promise<void> {
  const reported = new Set<string>()
  const unreported = () => [...paid].filter(([hash]) => !reported.has(hash))
  const reconcile = async () => {
    const due = unreported().filter(([, atMs]) => atMs <= cloud.scheduler.nowMs - graceMs)
    if (due.length === 0) return
    due.splice(maxPayments)
    const payments = due.map(([paymentHash, completedAtMs]) => ({
      paymentHash,
      completedAtMs,
      amountSat: cloud.node.receivedOf(paymentHash),
      feeSat: cloud.node.feeOf(paymentHash),
      externalId: null,
      payerNote: null,
      payerKey: null,
    }))
    const report = () =>
      cloud.request({
        method: 'POST',
        path: '/agents/payments',
        body: { payments },
        headers: { authorization: `Bearer ${shop.agentToken}` },
      })
    // A second agent of the shop sees the same payments
    const [{ status }] = await Promise.all(
      cloud.random.chance(0.3) ? [report(), report()] : [report()],
    )
    if (status === 204) for (const [hash] of due) reported.add(hash)
  }
  while (!isOver() || unreported().length > 0) {
    await reconcile()
    await cloud.scheduler.sleep(cloud.random.below(everyMs))
  }
}
