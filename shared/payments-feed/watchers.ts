import type { Key } from '../dynamodb/keys.ts'
import { read, readAll, readMany } from '../dynamodb/read.ts'
import { transact } from '../dynamodb/transact.ts'
import { conditionCheck, deleteIfPresent, put } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { belongsTo, type Session, sessionKey } from '../staff/sessions.ts'
import { type User, userKey } from '../staff/users.ts'
import type { NewWatcher, Watcher } from './watcher.ts'
import { type Ending, putEnding, putOpening } from './watcher-gaps.ts'

/** API Gateway ends a socket after two hours; its record outlives it by ten minutes. */
const watcherTtlSeconds = (2 * 60 + 10) * 60

export const watcherKey = (connectionId: string): Key => ({
  pk: 'WATCHERS',
  sk: connectionId,
})

/** Every recorded socket. Some may be gone: API Gateway does not report each disconnect. */
export const allWatchers = () => readAll<Watcher>({ pk: 'WATCHERS' })

export const findWatcher = (connectionId: string) =>
  read<Watcher>(watcherKey(connectionId))

/** Whether a new socket's record still exists and its session is open; one round trip. */
export async function readWatcherState({ connectionId, sessionId, userId }: NewWatcher) {
  const [watcher, session, user] = (await readMany([
    watcherKey(connectionId),
    sessionKey(sessionId),
    userKey(userId),
  ])) as [Watcher | undefined, Session | undefined, User | undefined]
  return {
    isRecorded: watcher !== undefined,
    isSessionOpen: Boolean(session && user && belongsTo(user, session)),
  }
}

/**
 * Records a socket under the condition that its session is open. So a socket opened during
 * a logout is either refused here, or the logout finds and closes it. Throws
 * `unauthenticated`.
 */
export async function createWatcher(
  connectionId: string,
  { userId, sessionId }: { userId: string; sessionId: string },
  nowMs: number,
): Promise<void> {
  const session = await read<Session>(sessionKey(sessionId))
  if (!session) throw unauthenticated()
  const watcher: Watcher = {
    ...watcherKey(connectionId),
    connectionId,
    userId,
    sessionId,
    connectedAtMs: nowMs,
    expiresAt: Math.ceil(nowMs / 1000) + watcherTtlSeconds,
  }
  const samePin = {
    when: '#pinVersion = :opened',
    values: { opened: session.pinVersion },
  }
  await transact([
    put(watcher),
    putOpening(watcher),
    conditionCheck(sessionKey(sessionId), {}, unauthenticated),
    conditionCheck(userKey(userId), samePin, unauthenticated),
  ])
}

const unauthenticated = () => new Failure('unauthenticated')

/** Deletes the record of a socket that is gone, and records how it ended. */
export const endWatcher = (watcher: Watcher, ending: Ending): Promise<void> =>
  transact([
    deleteIfPresent(watcherKey(watcher.connectionId)),
    putEnding(watcher, ending),
  ])

/** Deletes the record of a socket whose session is over: there is no gap to fill. */
export const deleteWatcher = ({ connectionId }: Watcher): Promise<void> =>
  transact([deleteIfPresent(watcherKey(connectionId))])
