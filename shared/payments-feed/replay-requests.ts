import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { invokeReplay } from './invoke-replay.ts'
import { oldestEventMs } from './payment-events.ts'
import { claimReplay, releaseReplayClaim } from './replay-claims.ts'

/** `since` is Unix ms of the server's clock. */
const Replay = z.object({ action: z.literal('replay'), since: z.number() })

/**
 * Has a client's replay frame answered, unless an earlier one of its socket is in flight;
 * ignores other frames. What is recorded from now on is fanned out to the socket.
 */
export async function handleClientMessage(
  connectionId: string,
  body = '',
): Promise<void> {
  const wanted = Replay.safeParse(jsonOf(body))
  if (!wanted.success) return
  const untilMs = Date.now()
  const sinceMs = Math.max(wanted.data.since, oldestEventMs(untilMs))
  if (sinceMs > untilMs) return
  const claim = randomUUID()
  if (!(await claimReplay(connectionId, claim, untilMs))) return
  try {
    await invokeReplay({ connectionId, sinceMs, untilMs, claim })
  } catch (error) {
    await releaseReplayClaim(connectionId, claim)
    throw error
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
