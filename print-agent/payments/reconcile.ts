import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import * as z from 'zod'
import type { ReceivedPayment } from '../../shared/agents/protocol/received-payment.ts'
import { receivedSince } from '../../shared/agents/protocol/received-since.ts'
import { replaceFile } from '../../shared/atomic-file.ts'
import { backoffMs } from '../../shared/backoff.ts'
import type { LightningNode } from '../../shared/lightning/node/node.ts'
import { directTransport } from '../../shared/lightning/node/phoenixd/direct-transport.ts'
import { eventStream } from '../../shared/lightning/node/phoenixd/notifications.ts'
import { phoenixd } from '../../shared/lightning/node/phoenixd/phoenixd.ts'
import { pause } from '../../shared/pause.ts'
import { type Cloud, CloudRefused, Revoked } from '../cloud.ts'
import type { NodeConfig } from '../config.ts'
import { log } from '../log.ts'
import type { NodePassword } from '../tunnel/requests.ts'

/** The webhook normally arrives first; the cloud then ignores the report. */
const webhookGraceMs = 5_000

const pollMs = 20_000

/** A stop waits for the list call in progress, and a call that hangs is retried. */
const listTimeoutMs = 8_000

/** Each may have to be sent to a thousand watchers before the cloud responds. */
const batchSize = 20

type ReconcileDeps = {
  cloud: Pick<Cloud, 'payments'>
  node: NodeConfig
  password: Pick<NodePassword, 'watched'>
  stateDir: string
}

/**
 * Reports every payment that the node receives, until `stop`: at the start, at each event
 * of the node, and every 20 s. The node never retries a webhook. Throws Revoked.
 */
export async function reconcilePayments(
  { cloud, node, password, stateDir }: ReconcileDeps,
  stop: AbortSignal,
): Promise<void> {
  const connected = watchedNode(node, password)
  const cursor = await openReportedCursor(join(stateDir, 'payments.json'))
  let event = new AbortController()

  const reportNew = async () => {
    const received = await receivedSince(connected, cursor.fromMs())
    const unreported = received.filter((payment) => !cursor.isReported(payment))
    if (unreported.length === 0) return
    await pause(webhookGraceMs, stop)
    for (let at = 0; at < unreported.length && !stop.aborted; at += batchSize) {
      const batch = unreported.slice(at, at + batchSize)
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
    await pause(pollMs, AbortSignal.any([stop, event.signal]))
  }
  await following
}

/** The node, asked for the agent's own purposes. */
export const watchedNode = (
  node: NodeConfig,
  password: Pick<NodePassword, 'watched'>,
): LightningNode =>
  phoenixd(password.watched(directTransport(node.url, node.password, listTimeoutMs)))

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

const initialLookbackMs = 24 * 60 * 60_000

/** The node may list a payment a little after one that completed later. */
const overlapMs = 60_000

// The key is older than the name of this file: agents in shops have it on their disks.
const CursorFile = z.object({ toldToMs: z.int().min(0) })
type CursorFile = z.infer<typeof CursorFile>

/**
 * Opens the stored cursor: the completion time up to which payments are reported. Without its
 * file, payments of the last 24 hours are reported again; the cloud ignores known ones.
 */
export async function openReportedCursor(path: string) {
  let cursorMs = (await readCursor(path)) ?? Date.now() - initialLookbackMs
  const recent = new Map<string, number>()

  return {
    /** Payments completed before this are reported, in Unix ms of the node's clock. */
    fromMs: () => Math.max(0, cursorMs - overlapMs),
    isReported: ({ paymentHash }: ReceivedPayment) => recent.has(paymentHash),
    /** Records that the cloud knows these payments, given in order of completion. */
    advance: async (payments: readonly ReceivedPayment[]) => {
      for (const { paymentHash, completedAtMs } of payments) {
        recent.set(paymentHash, completedAtMs)
        cursorMs = Math.max(cursorMs, completedAtMs)
      }
      for (const [paymentHash, completedAtMs] of recent) {
        if (completedAtMs < cursorMs - overlapMs) recent.delete(paymentHash)
      }
      await replaceFile(path, JSON.stringify({ toldToMs: cursorMs } satisfies CursorFile))
    },
  }
}

async function readCursor(path: string): Promise<number | undefined> {
  try {
    return CursorFile.parse(JSON.parse(await readFile(path, 'utf8'))).toldToMs
  } catch {
    return undefined
  }
}

const backoffLimits = { baseMs: 500, capMs: 15_000 }
const handshakeMs = 10_000

/**
 * Follows the node's event stream until `stop`. Calls `onEvent` at every event, and when
 * the stream opens, as events may have been missed.
 */
async function followEvents(node: NodeConfig, onEvent: () => void, stop: AbortSignal) {
  for (let failures = 0; !stop.aborted; failures++) {
    const wasOpen = await followOnce(node, onEvent, stop)
    if (wasOpen) failures = 0
    await pause(backoffMs(failures, backoffLimits), stop)
  }
}

/** Resolves when the connection has closed, with whether it was ever open. */
function followOnce(
  node: NodeConfig,
  onEvent: () => void,
  stop: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const { url, headers } = eventStream(node)
    const socket = new WebSocket(url, { headers, handshakeTimeout: handshakeMs })
    const end = () => socket.terminate()
    stop.addEventListener('abort', end, { once: true })
    let wasOpen = false
    socket.on('open', () => {
      wasOpen = true
      log('node-events-open')
      onEvent()
    })
    socket.on('message', onEvent)
    socket.on('error', (error) => log('node-events-failed', { error }))
    socket.on('close', () => {
      stop.removeEventListener('abort', end)
      if (wasOpen) log('node-events-closed')
      resolve(wasOpen)
    })
  })
}
