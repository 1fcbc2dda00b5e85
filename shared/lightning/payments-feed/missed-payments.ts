import type { AgentRecord } from '../../agents/agents.ts'
import { connectNode, isNodeDirect } from '../../agents/connect-node.ts'
import {
  countMissedWebhook,
  keepListed,
  type NodeState,
  nodeStateKey,
} from '../../agents/node-state.ts'
import type { ReceivedPayment } from '../../agents/protocol/received-payment.ts'
import { receivedOf, receivedSince } from '../../agents/protocol/received-since.ts'
import { reachesNode } from '../../agents/tunnel-connections.ts'
import { Failure, isFailure } from '../../failure.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import { read, readMany } from '../../platform/dynamodb/read.ts'
import { countNodeFee } from '../../selling/sales/node-fees.ts'
import { paidSatoshis } from '../../selling/sales/paid-satoshis.ts'
import {
  type HashInvoice,
  insertMissedNotification,
  invoiceKey,
  notificationKey,
  transactReceived,
} from '../../selling/sales/payment-hashes.ts'
import { shopRate } from '../../selling/shop-config/shop-rate.ts'
import { toFrame } from '../node/notification.ts'
import { insertPaymentEvent } from './payment-events.ts'
import { publish } from './publish.ts'

/** Time for which releases up to 0.2 kept a notification. */
const earlierTtlMs = 30 * 24 * 60 * 60_000

/**
 * Records and publishes the payments that no notification has reported, as an agent found them. An
 * agent that does not serve the node, such as one that only prints, knows of none. Serves POST
 * /agents/payments. Throws `conflict`, after which an agent tries again: its tunnel may be opening.
 */
export async function publishOfAgent(
  payments: readonly ReceivedPayment[],
  agent: AgentRecord,
): Promise<void> {
  if (!reachesNode(agent)) throw new Failure('conflict')
  await publishMissed(payments)
}

/** Period for which a node is asked, and the longest delay until it lists a payment. */
const lookBackMs = 24 * 60 * 60_000
const overlapMs = 60 * 60_000

/** No client waits for it. */
const listTimeoutMs = 10_000

/**
 * Publishes missed payments of a node that is called directly: asks the node for its
 * payments since the last time, at a time in Unix ms. Returns those that no notification
 * had told. Throws NodeFailure.
 */
export async function publishOfNode(nowMs: number): Promise<readonly ReceivedPayment[]> {
  if (!isNodeDirect()) return []
  const state = await read<Item & NodeState>(nodeStateKey)
  const fromMs = Math.max(nowMs - lookBackMs, (state?.listedToMs ?? 0) - overlapMs)
  const missed = await publishMissed(
    await receivedSince(connectNode(listTimeoutMs), fromMs),
  )
  await keepListed(nowMs)
  return missed
}

/**
 * Looks up the payment of one invoice, if no notification has reported it. Returns whether it
 * is reported by now, so that it need not be looked up again. Throws NodeFailure.
 */
export async function publishOfInvoice(paymentHash: string): Promise<boolean> {
  if (await read(notificationKey(paymentHash))) return true
  const payment = await connectNode(listTimeoutMs).incomingPayment(paymentHash)
  const received = payment && receivedOf(payment)
  if (!received) return false
  await publishMissed([received])
  return true
}

/**
 * Publishes payments, each once, even if it is found repeatedly. Returns those that no
 * notification had told.
 */
async function publishMissed(
  payments: readonly ReceivedPayment[],
): Promise<readonly ReceivedPayment[]> {
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
  return payments.filter((_, at) => !records[2 * at])
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
