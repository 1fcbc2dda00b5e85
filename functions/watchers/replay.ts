import { PayloadTooLargeException } from '@aws-sdk/client-apigatewaymanagementapi'
import * as z from 'zod'
import type { Frame } from '../../shared/lightning/notification.ts'
import { watcherConnections } from '../../shared/sockets/watchers.ts'
import { framesBetween } from '../../shared/table/payment-events.ts'
import { later } from './later.ts'

/** `since` is Unix ms of the server's clock. */
const Replay = z.object({ action: z.literal('replay'), since: z.number() })

/** Has a client's replay frame answered; ignores other frames. */
export async function takeMessage(connectionId: string, body = ''): Promise<void> {
  const wanted = Replay.safeParse(jsonOf(body))
  if (wanted.success) await later({ replay: connectionId, sinceMs: wanted.data.since })
}

/** Sends a socket what was recorded since a moment (Unix ms). */
export const replay = async (connectionId: string, sinceMs: number): Promise<void> =>
  postAll(connectionId, await framesBetween(sinceMs, Date.now()))

/** Sends frames in order, until the socket is gone; one that cannot be sent is left out. */
export async function postAll(
  connectionId: string,
  frames: readonly Frame[],
): Promise<void> {
  const { post } = watcherConnections()
  for (const frame of frames) {
    const isOpen = await post(connectionId, frame).catch(unlessUnsendable)
    if (!isOpen) return
  }
}

/** Takes a frame's own fault for no fault of its socket; throws any other. */
function unlessUnsendable(error: unknown): true {
  if (!(error instanceof PayloadTooLargeException)) throw error
  const line = { level: 'error', event: 'frame-not-replayed', error: String(error) }
  console.log(JSON.stringify(line))
  return true
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
