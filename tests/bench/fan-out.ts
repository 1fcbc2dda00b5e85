import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sign } from '../../shared/lightning/node/phoenixd/signature.ts'
import { openCrowd } from '../sockets/watchers-crowd.ts'
import { type BenchShop, benchWebhookSecret } from './bench-shop.ts'

/** Time until one payment reaches its watchers, in milliseconds. */
export type FanOut = {
  readonly watchers: number
  /** Number of watchers that got the payment's frame. */
  readonly reached: number
  readonly webhookMs: number
  readonly lastFrameMs: number
}

const payments = 3
const patienceMs = 30_000

/**
 * Measures the fan-out of payments, the median of three. Sockets, the local gateway and the
 * functions share this one process, so a deployment is faster.
 */
export async function measureFanOut(
  { url, till }: BenchShop,
  watchers: number,
): Promise<FanOut> {
  const crowd = await openCrowd(url, till.cookies.get('accessToken') ?? '', watchers)
  try {
    await until(() => crowd.greeted() >= watchers)
    const rounds: FanOut[] = []
    for (let round = 0; round < payments; round += 1) {
      const paymentHash = randomBytes(32).toString('hex')
      const body = JSON.stringify({ type: 'payment_received', amountSat: 1, paymentHash })
      const headers = { 'x-node-signature': sign(benchWebhookSecret, body) }
      const startMs = performance.now()
      await till.post('/webhook/node', body, headers)
      const webhookMs = performance.now() - startMs
      await until(() => crowd.reached(paymentHash) === watchers)
      rounds.push({
        watchers,
        reached: crowd.reached(paymentHash),
        webhookMs,
        lastFrameMs: crowd.lastFrameMs() - startMs,
      })
    }
    rounds.sort((one, other) => one.lastFrameMs - other.lastFrameMs)
    return rounds[Math.floor(payments / 2)] as FanOut
  } finally {
    await crowd.close()
  }
}

async function until(holds: () => boolean): Promise<void> {
  const giveUpAtMs = performance.now() + patienceMs
  while (!holds() && performance.now() < giveUpAtMs) await sleep(25)
}
