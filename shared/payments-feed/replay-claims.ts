import { noResponse, transact } from '../dynamodb/transact.ts'
import { update, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { watcherKey } from './watchers.ts'

/**
 * A socket has one replay in flight: its claim stands on the socket's record. A claim that
 * nobody renews lapses, so a function that died does not hold the socket for ever.
 */
const claimTtlMs = 120_000

/** Claims a socket's replay; false while it has another, and once it is off record. */
export const claimReplay = (connectionId: string, claim: string, nowMs: number) =>
  succeeds(
    update(watcherKey(connectionId), {
      when: 'attribute_not_exists(#replay) OR #replayLapsesAtMs < :nowMs',
      values: { nowMs },
      set: { replay: claim, replayLapsesAtMs: nowMs + claimTtlMs },
    }),
  )

/** Holds a claim for longer; false when another one has taken its place. */
export const renewReplayClaim = (connectionId: string, claim: string, nowMs: number) =>
  succeeds(
    update(watcherKey(connectionId), {
      when: '#replay = :claim',
      values: { claim },
      set: { replayLapsesAtMs: nowMs + claimTtlMs },
    }),
  )

/** Ends a claim, if it still stands; false when it does not. */
export const releaseReplayClaim = (connectionId: string, claim: string) =>
  succeeds(
    update(watcherKey(connectionId), {
      when: '#replay = :claim',
      values: { claim },
      remove: ['replay', 'replayLapsesAtMs'],
    }),
  )

async function succeeds(write: Write): Promise<boolean> {
  try {
    await transact([write], noResponse)
    return true
  } catch (error) {
    if (error instanceof Failure && error.kind === 'conflict') return false
    throw error
  }
}
