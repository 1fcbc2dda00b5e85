import { join } from 'node:path'
import type { ReceivedPayment } from '../../shared/agents/protocol/received-payment.ts'
import { directTransport } from '../../shared/lightning/direct.ts'
import { type Cloud, CloudRefused, Revoked } from '../cloud.ts'
import type { NodeConfig } from '../config.ts'
import { log } from '../log.ts'
import { pause } from '../pause.ts'
import type { NodePassword } from '../tunnel/node-password.ts'
import { followEvents } from './events.ts'
import { receivedSince } from './received.ts'
import { openReportedCursor } from './reported-cursor.ts'

/** The webhook normally arrives first; the cloud then ignores the report. */
const WEBHOOK_GRACE_MS = 5_000

const POLL_MS = 20_000

/** A stop waits for the list call in progress, and a call that hangs is retried. */
const LIST_TIMEOUT_MS = 8_000

/** Each may have to be sent to a thousand watchers before the cloud responds. */
const BATCH_SIZE = 20

type ReconcileDeps = {
  cloud: Pick<Cloud, 'payments'>
  node: NodeConfig
  password: Pick<NodePassword, 'watched'>
  stateDir: string
}

/**
 * Reports every payment that the node receives to the cloud, until `stop`: at the start,
 * at each event of the node's stream, when the stream is opened again, and every 20 s.
 * The node does not retry a webhook, so the cloud learns here of those that were lost.
 * Throws Revoked.
 */
export async function reconcilePayments(
  { cloud, node, password, stateDir }: ReconcileDeps,
  stop: AbortSignal,
): Promise<void> {
  const callNode = password.watched(
    directTransport(node.url, node.password, LIST_TIMEOUT_MS),
  )
  const cursor = await openReportedCursor(join(stateDir, 'payments.json'))
  let event = new AbortController()

  const reportNew = async () => {
    const received = await receivedSince(callNode, cursor.fromMs())
    const unreported = received.filter((payment) => !cursor.isReported(payment))
    if (unreported.length === 0) return
    await pause(WEBHOOK_GRACE_MS, stop)
    for (let at = 0; at < unreported.length && !stop.aborted; at += BATCH_SIZE) {
      const batch = unreported.slice(at, at + BATCH_SIZE)
      await report(cloud, batch, stop)
      await cursor.advance(batch)
    }
  }

  const following = followEvents(node, () => event.abort(), stop)
  while (!stop.aborted) {
    event = new AbortController()
    await reportNew().catch((error) => {
      if (error instanceof Revoked) throw error
      log('payments-report-failed', { error })
    })
    await pause(POLL_MS, AbortSignal.any([stop, event.signal]))
  }
  await following
}

async function report(
  cloud: ReconcileDeps['cloud'],
  payments: ReceivedPayment[],
  stop: AbortSignal,
): Promise<void> {
  try {
    await cloud.payments({ payments }, stop)
    log('payments-reported', { count: payments.length })
  } catch (error) {
    if (!(error instanceof CloudRefused)) throw error
    if (payments.length > 1) {
      // One invalid payment must not keep the others of its batch from the cloud.
      for (const payment of payments) await report(cloud, [payment], stop)
      return
    }
    // A retry would be refused again and must not delay later payments.
    log('payments-refused', { count: payments.length, error })
  }
}
