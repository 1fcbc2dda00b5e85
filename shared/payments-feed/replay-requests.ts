import { randomUUID } from 'node:crypto'
import { invokeReplay } from './invoke-replay.ts'
import { oldestEventMs } from './payment-events.ts'
import { ReplayRequest } from './replay.ts'
import { claimReplay, releaseReplayClaim } from './replay-claims.ts'

/**
 * Starts the replay that a client's message asks for, unless another replay of its socket
 * is running. Ignores other messages. The replay ends at the present: newer frames reach
 * the socket by fan-out.
 */
export async function handleClientMessage(
  connectionId: string,
  body = '',
): Promise<void> {
  const request = ReplayRequest.safeParse(parseJson(body))
  if (!request.success) return
  const untilMs = Date.now()
  const sinceMs = Math.max(request.data.since, oldestEventMs(untilMs))
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
