import type { Item, Key } from '../dynamodb/keys.ts'
import { Page } from '../dynamodb/page.ts'
import { read, readAll, readMany } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { conditionCheck, deleteIfPresent, put } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { belongsTo, type Session, sessionKey } from '../staff/sessions.ts'
import { type User, userKey } from '../staff/users.ts'

/** A socket of /ws/payments that has just been admitted. */
export type NewWatcher = {
  readonly connectionId: string
  readonly userId: string
  readonly sessionId: string
  readonly connectedAtMs: number
}

/** An open socket of /ws/payments. */
export type Watcher = Item &
  NewWatcher & {
    /** Unix seconds; API Gateway ends every socket after two hours. */
    readonly expiresAt: number
  }

/** The end of a session's socket: what its successor missed begins here. */
type Ending = Item & { readonly endedAtMs: number; readonly expiresAt: number }

/** How long after a socket's end its successor gets the frames in between, unasked. */
const gapMs = 60_000

/** A frame is on record for a moment before it is sent: that of the end may be missed. */
const maxInFlightMs = 500

const livesSeconds = (2 * 60 + 10) * 60

/** Where an open socket stands on record. */
export const watcherKey = (connectionId: string): Key => ({
  pk: 'WATCHERS',
  sk: connectionId,
})
const endings = (sessionId: string) => `WATCH-ENDINGS#${sessionId}`

/** Every socket on record; some may be gone without a word. */
export const allWatchers = () => readAll<Watcher>({ pk: 'WATCHERS' })

export const findWatcher = (connectionId: string) =>
  read<Watcher>(watcherKey(connectionId))

/** Whether a new socket is still on record, and its session open, in one round trip. */
export async function readWatcherState({ connectionId, sessionId, userId }: NewWatcher) {
  const [watcher, session, user] = (await readMany([
    watcherKey(connectionId),
    sessionKey(sessionId),
    userKey(userId),
  ])) as [Watcher | undefined, Session | undefined, User | undefined]
  return {
    isOnRecord: watcher !== undefined,
    isSessionOpen: Boolean(session && user && belongsTo(user, session)),
  }
}

/**
 * Puts a socket on record while its session lives: one opened during a logout is either
 * refused here or found and closed there. Throws `unauthenticated`.
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
    expiresAt: Math.ceil(nowMs / 1000) + livesSeconds,
  }
  const stillValid = {
    when: '#pinVersion = :opened',
    values: { opened: session.pinVersion },
  }
  await transact(
    [
      put(watcher),
      conditionCheck(sessionKey(sessionId), {}, unauthenticated),
      conditionCheck(userKey(userId), stillValid, unauthenticated),
    ],
    noResponse,
  )
}

const unauthenticated = () => new Failure('unauthenticated')

/** Takes a socket off record and notes when it ended. */
export const endWatcher = (watcher: Watcher, endedAtMs: number): Promise<void> =>
  transact(
    [
      deleteIfPresent(watcherKey(watcher.connectionId)),
      put(endingOf(watcher, endedAtMs)),
    ],
    noResponse,
  )

/** Notes that a socket has missed what came from then on; it may be gone or still open. */
export const recordGap = (watcher: Watcher, sinceMs: number): Promise<void> =>
  transact([put(endingOf(watcher, sinceMs))], noResponse)

const endingOf = ({ connectionId, sessionId }: Watcher, endedAtMs: number): Ending => ({
  pk: endings(sessionId),
  sk: `${endedAtMs}#${connectionId}`,
  endedAtMs,
  expiresAt: Math.ceil((endedAtMs + 2 * gapMs) / 1000),
})

/** Takes a socket off record whose session is over. */
export const deleteWatcher = ({ connectionId }: Watcher): Promise<void> =>
  transact([deleteIfPresent(watcherKey(connectionId))], noResponse)

/**
 * Since when a socket's session may have missed frames, by the first of its sockets that
 * ended in the minute before; undefined when none did.
 */
export async function findGapStartMs({
  sessionId,
  connectedAtMs,
}: NewWatcher): Promise<number | undefined> {
  const lastMinute = {
    pk: endings(sessionId),
    between: [`${connectedAtMs - gapMs}`, `${connectedAtMs}~`],
  } as const
  const [first] = await readAll<Ending>(lastMinute, new Page(1, undefined))
  return first && first.endedAtMs - maxInFlightMs
}
