import * as z from 'zod'
import type { Frame } from '../../shared/lightning/notification.ts'
import { watcherConnections } from '../../shared/sockets/watchers.ts'
import { framesBetween } from '../../shared/table/payment-events.ts'

/** `since` is Unix ms of the server's clock. */
const Replay = z.object({ action: z.literal('replay'), since: z.number() })

/** Answers a client's replay frame with what was recorded since; ignores other frames. */
export async function replay(connectionId: string, body = ''): Promise<void> {
  const wanted = Replay.safeParse(jsonOf(body))
  if (!wanted.success) return
  await postAll(connectionId, await framesBetween(wanted.data.since, Date.now()))
}

/** Sends frames in order, until the socket is gone. */
export async function postAll(
  connectionId: string,
  frames: readonly Frame[],
): Promise<void> {
  for (const frame of frames) {
    if (!(await watcherConnections().post(connectionId, frame))) return
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
