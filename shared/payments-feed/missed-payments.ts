import type { ReceivedPayment } from '../agents/protocol/received-payment.ts'
import { readMany } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { Failure } from '../failure.ts'
import { toFrame } from '../lightning/notification.ts'
import {
  insertMissedNotification,
  notificationKey,
  notificationTtlMs,
} from '../sales/payment-hashes.ts'
import { insertPaymentEvent } from './payment-events.ts'
import { publish } from './publish.ts'

/**
 * Publishes the payments that no notification has brought, each once, however often and
 * by however many agents it is reported.
 */
export async function publishMissedPayments(
  payments: readonly ReceivedPayment[],
): Promise<void> {
  const known = await readMany(
    payments.map(({ paymentHash }) => notificationKey(paymentHash)),
  )
  const startMs = Date.now()
  for (const [at, payment] of payments.entries()) {
    if (!known[at]) await publishOnce(payment, Date.now(), startMs)
  }
}

/**
 * One by one, so that watchers get them in the order of their completion. The agent waits
 * for all of them together, so the time for sending counts from the first.
 */
async function publishOnce(
  { completedAtMs, ...payment }: ReceivedPayment,
  nowMs: number,
  startMs: number,
): Promise<void> {
  // A notification of it may have come and been forgotten
  if (completedAtMs < nowMs - notificationTtlMs) return
  const { paymentHash, amountSat } = payment
  const missed = toFrame({
    type: 'payment_received',
    timestamp: completedAtMs,
    ...payment,
  })
  try {
    await transact(
      [
        insertPaymentEvent(missed, nowMs),
        insertMissedNotification(
          paymentHash,
          { receivedAtMs: nowMs, amountSat },
          alreadyKnown,
        ),
      ],
      noResponse,
    )
  } catch (error) {
    if (error instanceof Failure && error.kind === 'conflict') return
    throw error
  }
  await publish(missed, nowMs, startMs)
}

const alreadyKnown = () => new Failure('conflict')
