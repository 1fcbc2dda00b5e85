import type { ReceivedPayment } from '../../shared/agents/protocol/received-payment.ts'
import { Failure } from '../../shared/failure.ts'
import { frame } from '../../shared/lightning/notification.ts'
import { publish } from '../../shared/sockets/publish.ts'
import { commit } from '../../shared/table/commit.ts'
import { recordEvent } from '../../shared/table/payment-events.ts'
import {
  notificationKeptMs,
  notificationKey,
  recordMissedNotification,
} from '../../shared/table/payment-hashes.ts'
import { readMany } from '../../shared/table/read.ts'

/**
 * Publishes the payments that no notification has brought, each once, however often and
 * by however many agents it is reported.
 */
export async function publishMissed(payments: readonly ReceivedPayment[]): Promise<void> {
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
  if (completedAtMs < nowMs - notificationKeptMs) return
  const { paymentHash, amountSat } = payment
  const missed = frame({ type: 'payment_received', timestamp: completedAtMs, ...payment })
  try {
    await commit([
      recordEvent(missed, nowMs),
      recordMissedNotification(
        paymentHash,
        { receivedAtMs: nowMs, amountSat },
        alreadyKnown,
      ),
    ])
  } catch (error) {
    if (error instanceof Failure && error.kind === 'conflict') return
    throw error
  }
  await publish(missed, nowMs, startMs)
}

const alreadyKnown = () => new Failure('conflict')
