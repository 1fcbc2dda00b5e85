import type { AgentRecord } from '../agents/agents.ts'
import type { ReceivedPayment } from '../agents/protocol/received-payment.ts'
import { reachesNode } from '../agents/tunnel-connections.ts'
import { readMany } from '../dynamodb/read.ts'
import { Failure, isFailure } from '../failure.ts'
import { toFrame } from '../lightning/notification.ts'
import {
  insertMissedNotification,
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
  const notifications = await readMany(
    payments.map(({ paymentHash }) => notificationKey(paymentHash)),
  )
  const startMs = Date.now()
  for (const [at, payment] of payments.entries()) {
    if (!notifications[at]) await publishOnce(payment, Date.now(), startMs)
  }
}

/**
 * Called one by one, so that watchers get the payments in the order of their completion.
 * The agent waits for the whole batch, so the time for the fan-out counts from its start.
 */
async function publishOnce(
  { completedAtMs, ...payment }: ReceivedPayment,
  nowMs: number,
  startMs: number,
): Promise<void> {
  // Its notification may have come and expired
  if (completedAtMs < nowMs - earlierTtlMs) return
  const { paymentHash, amountSat } = payment
  const missed = toFrame({
    type: 'payment_received',
    timestamp: completedAtMs,
    ...payment,
  })
  const received = { receivedAtMs: nowMs, amountSat }
  const rate = await shopRate()
  try {
    await transactReceived(
      [
        insertPaymentEvent(missed, nowMs),
        insertMissedNotification(paymentHash, { ...received, shopRate: rate }),
      ],
      paymentHash,
      received,
    )
  } catch (error) {
    if (isFailure(error, 'conflict')) return
    throw error
  }
  await publish(missed, nowMs, startMs)
}
