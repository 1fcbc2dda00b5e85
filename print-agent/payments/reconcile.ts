import { join } from 'node:path'
import { directTransport } from '../../shared/lightning/direct.ts'
import { type Cloud, CloudRefused, Revoked } from '../cloud.ts'
import type { NodeConfig } from '../config.ts'
import { log } from '../log.ts'
import { pause } from '../pause.ts'
import { followEvents } from './events.ts'
import { type ReceivedPayment, receivedSince } from './received.ts'
import { openTold } from './told.ts'

/** The cloud publishes what no webhook brought, so the webhook gets a head start. */
const HEAD_START_MS = 5_000

const LOOK_AGAIN_MS = 20_000

/** A stop waits for the list in hand, and one that hangs is asked for again. */
const LIST_MS = 8_000

/** Each may have to be sent to a thousand watchers before the cloud answers. */
const BATCH = 20

type ReconcileDeps = {
  cloud: Pick<Cloud, 'payments'>
  node: NodeConfig
  stateDir: string
}

/**
 * Tells the cloud of every payment that the node receives, until `stop`: at the start,
 * whenever the node's event stream says something or was opened again, and every 20 s.
 * The node sends a webhook once only; what it did not bring the cloud learns here.
 * Throws Revoked.
 */
export async function reconcilePayments(
  { cloud, node, stateDir }: ReconcileDeps,
  stop: AbortSignal,
): Promise<void> {
  const callNode = directTransport(node.url, node.password, LIST_MS)
  const told = await openTold(join(stateDir, 'payments.json'))
  let news = new AbortController()

  const tellNew = async () => {
    const received = await receivedSince(callNode, told.fromMs())
    const untold = received.filter((payment) => !told.isTold(payment))
    if (untold.length === 0) return
    await pause(HEAD_START_MS, stop)
    for (let at = 0; at < untold.length && !stop.aborted; at += BATCH) {
      const batch = untold.slice(at, at + BATCH)
      await tell(cloud, batch, stop)
      await told.add(batch)
    }
  }

  const following = followEvents(node, () => news.abort(), stop)
  while (!stop.aborted) {
    news = new AbortController()
    await tellNew().catch((error) => {
      if (error instanceof Revoked) throw error
      log('payments-untold', { error })
    })
    await pause(LOOK_AGAIN_MS, AbortSignal.any([stop, news.signal]))
  }
  await following
}

async function tell(
  cloud: ReconcileDeps['cloud'],
  payments: readonly ReceivedPayment[],
  stop: AbortSignal,
): Promise<void> {
  try {
    await cloud.payments(payments, stop)
    log('payments-told', { count: payments.length })
  } catch (error) {
    if (!(error instanceof CloudRefused)) throw error
    if (payments.length > 1) {
      // One that cannot be told must not take the others along.
      for (const payment of payments) await tell(cloud, [payment], stop)
      return
    }
    // Repeating it would not help, and must not keep later payments waiting.
    log('payments-refused', { count: payments.length, error })
  }
}
