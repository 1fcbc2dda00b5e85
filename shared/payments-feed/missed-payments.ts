import type { AgentRecord } from '../agents/agents.ts'
import { countMissedWebhook } from '../agents/node-state.ts'
import type { ReceivedPayment } from '../agents/protocol/received-payment.ts'
import { reachesNode } from '../agents/tunnel-connections.ts'
import { readMany } from '../dynamodb/read.ts'
import { Failure, isFailure } from '../failure.ts'
import { toFrame } from '../lightning/notification.ts'
import { countNodeFee } from '../sales/node-fees.ts'
import { paidSatoshis } from '../sales/paid-satoshis.ts'
import {
  type HashInvoice,
  insertMissedNotification,
  invoiceKey,
  notificationKey,
  transactReceived,
} from '../sales/payment-hashes.ts'
import { shopRate } from '../shop/shop-rate.ts'
import { insertPaymentEvent } from './payment-events.ts'
import { publish } from './publish.ts'

/** How long releases up to 0.2 kept a notification. */
const earlierTtlMs = 30 * 24 * 60 * 60_000

/**
 * Records and publishes the payments that no notification has reported: each once, even if
 * several agents report it or one does so repeatedly. An agent that does not serve the node,
 * such as one that only prints, knows of none. Serves POST /agents/payments. Throws `conflict`,
 * after which an agent tries again: its tunnel may be opening.
 */
export async function publishMissedPayments(
  payments: readonly ReceivedPayment[],
  agent: AgentRecord,
): Promise<void> {
  if (!reachesNode(agent)) throw new Failure('conflict')
  const records = await readMany(
    payments.flatMap(({ paymentHash }) => [
      notificationKey(paymentHash),
      invoiceKey(paymentHash),
    ]),
  )
  const startMs = Date.now()
  for (const [at, payment] of payments.entries()) {
    const [notification, invoice] = [records[2 * at], records[2 * at + 1]]
    if (!notification) {
      await publishOnce(payment, invoice as HashInvoice | undefined, startMs)
    }
    // No webhook tells the fee
    await countNodeFee(payment.paymentHash, payment.feeSat ?? 0, undefined)
  }
}

/**
 * Called one by one, so that watchers get the payments in the order of their completion.
 * The agent waits for the whole batch, so the time for the fan-out counts from its start.
 */
async function publishOnce(
  { completedAtMs, feeSat = 0, ...payment }: ReceivedPayment,
  invoice: HashInvoice | undefined,
  startMs: number,
): Promise<void> {
  const nowMs = Date.now()
  // Its notification may have come and expired
  if (completedAtMs < nowMs - earlierTtlMs) return
  const { paymentHash, amountSat } = payment
  const missed = toFrame({
    type: 'payment_received',
    timestamp: completedAtMs,
    ...payment,
  })
  const report = { receivedSat: amountSat, requestedSat: null, fees: feeSat * 1_000 }
  const { sentSat } = paidSatoshis(report, invoice)
  const rate = await shopRate()
  try {
    await transactReceived(
      [
        insertPaymentEvent(missed, nowMs),
        insertMissedNotification(paymentHash, {
          receivedAtMs: nowMs,
          amountSat,
          shopRate: rate,
        }),
      ],
      paymentHash,
      { receivedAtMs: nowMs, amountSat: sentSat ?? undefined },
    )
  } catch (error) {
    if (isFailure(error, 'conflict')) return
    throw error
  }
  await publish(missed, nowMs, startMs)
  await countMissedWebhook()
}
