import { transact } from '../dynamodb/transact.ts'
import { update, type Write } from '../dynamodb/write.ts'
import { isFailure } from '../failure.ts'
import { watcherKey } from './watchers.ts'

/**
 * A socket has one running replay at most: the replay's claim is stored on the socket's
 * record. A claim expires unless it is renewed, so that a crashed worker does not block
 * further replays of the socket.
 */
const claimTtlMs = 120_000

/** Claims a socket for a replay; false if another claim is valid or the socket is gone. */
export const claimReplay = (connectionId: string, claim: string, nowMs: number) =>
  conditionHolds(
    update(watcherKey(connectionId), {
      when: 'attribute_not_exists(#replay) OR #replayExpiresAtMs < :nowMs',
      values: { nowMs },
      set: { replay: claim, replayExpiresAtMs: nowMs + claimTtlMs },
    }),
  )

/** Extends a claim; false if it expired and another one replaced it, or was released. */
export const renewReplayClaim = (connectionId: string, claim: string, nowMs: number) =>
  conditionHolds(
    update(watcherKey(connectionId), {
      when: '#replay = :claim',
      values: { claim },
      set: { replayExpiresAtMs: nowMs + claimTtlMs },
    }),
  )

/** Releases a claim; false if it is no longer the socket's claim. */
export const releaseReplayClaim = (connectionId: string, claim: string) =>
  conditionHolds(
    update(watcherKey(connectionId), {
      when: '#replay = :claim',
      values: { claim },
      remove: ['replay', 'replayExpiresAtMs'],
    }),
  )

async function conditionHolds(write: Write): Promise<boolean> {
  try {
    await transact([write])
    return true
  } catch (error) {
    if (isFailure(error, 'conflict')) return false
    throw error
  }
}
