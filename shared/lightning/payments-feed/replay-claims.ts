import { randomUUID } from 'node:crypto'
import { invokeAsync } from '../../platform/deployment/invoke-async.ts'
import { resources } from '../../platform/deployment/resources.ts'
import { transactIfHolds } from '../../platform/dynamodb/transact.ts'
import { update } from '../../platform/dynamodb/write.ts'
import { parseJson } from '../../platform/sockets/event.ts'
import { oldestEventMs } from './payment-events.ts'
import { type Replay, ReplayRequest } from './replay.ts'
import { watcherKey } from './watchers.ts'

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

/**
 * A socket has one running replay at most: the replay's claim is stored on the socket's
 * record. A claim expires unless it is renewed, so that a crashed worker does not block
 * further replays of the socket.
 */
const claimTtlMs = 120_000

/** Claims a socket for a replay; false if another claim is valid or the socket is gone. */
export const claimReplay = (connectionId: string, claim: string, nowMs: number) =>
  transactIfHolds([
    update(watcherKey(connectionId), {
      when: 'attribute_not_exists(#replay) OR #replayExpiresAtMs < :nowMs',
      values: { nowMs },
      set: { replay: claim, replayExpiresAtMs: nowMs + claimTtlMs },
    }),
  ])

/** Extends a claim; false if it expired and another one replaced it, or was released. */
export const renewReplayClaim = (connectionId: string, claim: string, nowMs: number) =>
  transactIfHolds([
    update(watcherKey(connectionId), {
      when: '#replay = :claim',
      values: { claim },
      set: { replayExpiresAtMs: nowMs + claimTtlMs },
    }),
  ])

/** Releases a claim; false if it is no longer the socket's claim. */
export const releaseReplayClaim = (connectionId: string, claim: string) =>
  transactIfHolds([
    update(watcherKey(connectionId), {
      when: '#replay = :claim',
      values: { claim },
      remove: ['replay', 'replayExpiresAtMs'],
    }),
  ])

/**
 * Invokes the replays worker. Replays have a separate function so that they never
 * delay a socket's first frame.
 */
export const invokeReplay = (replay: Replay): Promise<void> =>
  invokeAsync(resources.replaysFunction(), replay)
