import { Failure } from '../../failure.ts'
import { permissionsOf } from '../../people/staff/permissions.ts'
import { findRole } from '../../people/staff/roles.ts'
import { belongsTo, type Session, sessionKey } from '../../people/staff/sessions.ts'
import { type User, userKey } from '../../people/staff/users.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import { unchanged } from '../../platform/dynamodb/optimistic-lock.ts'
import { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import {
  conditionCheck,
  deleteIfPresent,
  put,
  type Write,
} from '../../platform/dynamodb/write.ts'
import { socketRecordSeconds } from '../../platform/sockets/event.ts'
import { putAwaited } from './event-log.ts'
import type { EventRights } from './topics.ts'

/** A socket of /ws/payments or /ws/events that has just been admitted. */
export type NewWatcher = {
  /** Rights of a socket of /ws/events; absent for one of /ws/payments. */
  readonly events?: EventRights | undefined
  readonly connectionId: string
  readonly userId: string
  readonly sessionId: string
  /** Unix ms */
  readonly connectedAtMs: number
}

/** A socket whose record is written: from then on, new frames reach it by fan-out. */
export type AdmittedWatcher = NewWatcher & {
  /** Unix ms */
  readonly admittedAtMs: number
}

/** The record of an open socket. */
export type Watcher = Item &
  NewWatcher & {
    /** Unix seconds; API Gateway ends every socket after two hours. */
    readonly expiresAt: number
  }

export const watcherKey = (connectionId: string): Key => ({
  pk: 'WATCHERS',
  sk: connectionId,
})

/** Every recorded socket. Some may be gone: API Gateway does not report each disconnect. */
export const allWatchers = () => readAll<Watcher>({ pk: 'WATCHERS' })

export const findWatcher = (connectionId: string) =>
  read<Watcher>(watcherKey(connectionId))

/** Reads whether a new socket's record still exists and its session is open; one round trip. */
export async function readWatcherState({ connectionId, sessionId, userId }: NewWatcher) {
  const [watcher, session, user] = await readMany<[Watcher, Session, User]>([
    watcherKey(connectionId),
    sessionKey(sessionId),
    userKey(userId),
  ])
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
  feed: Feed = {},
): Promise<NewWatcher> {
  const session = await read<Session>(sessionKey(sessionId))
  if (!session) throw unauthenticated()
  const { events, checks } = feed.events
    ? await prepareEventRights(userId, feed.events)
    : { events: undefined, checks: [] }
  const socket = {
    connectionId,
    userId,
    sessionId,
    connectedAtMs: nowMs,
    ...(events && { events }),
  }
  const watcher: Watcher = {
    ...watcherKey(connectionId),
    ...socket,
    expiresAt: Math.ceil(nowMs / 1000) + socketRecordSeconds,
  }
  const samePin = {
    when: '#pinVersion = :opened',
    values: { opened: session.pinVersion },
  }
  await transact([
    put(watcher),
    putOpening(watcher),
    conditionCheck(sessionKey(sessionId), {}, unauthenticated),
    conditionCheck(
      userKey(userId),
      {
        when: `${samePin.when}${events ? ' AND #roleId = :roleId' : ''}`,
        values: { ...samePin.values, ...(events && { roleId: events.roleId }) },
      },
      unauthenticated,
    ),
    ...checks,
  ])
  return socket
}

/** Feed of a socket: payments, or events of some topics or of all. */
export type Feed = { readonly events?: Pick<EventRights, 'topics'> }

/**
 * Returns the rights that a user's role gives a socket, and the check that records the
 * socket only while they hold. A later change of the role closes the socket.
 */
async function prepareEventRights(
  userId: string,
  { topics }: Pick<EventRights, 'topics'>,
): Promise<{ events: EventRights; checks: readonly Write[] }> {
  const user = await read<User>(userKey(userId))
  if (!user) throw unauthenticated()
  const { roleId } = user
  const role = await findRole(roleId)
  const events = {
    roleId,
    isAdmin: role?.isAdmin ?? false,
    permissions: permissionsOf(role),
    ...(topics && { topics }),
  }
  if (!role) return { events, checks: [] }
  const { when, values } = unchanged(role, ['isAdmin', 'permissions'])
  return { events, checks: [conditionCheck(role, { when, values }, unauthenticated)] }
}

const unauthenticated = () => new Failure('unauthenticated')

/** Deletes the record of a socket that is gone, and records how it ended. */
export const endWatcher = (watcher: Watcher, ending: Ending): Promise<void> =>
  transact([
    deleteIfPresent(watcherKey(watcher.connectionId)),
    putEnding(watcher, ending),
    watcher.events && putAwaited(ending.atMs + maxGapMs),
  ])

/** Deletes the record of a socket whose session is over: there is no gap to fill. */
export const deleteWatcher = ({ connectionId }: Watcher): Promise<void> =>
  transact([deleteIfPresent(watcherKey(connectionId))])

/** A socket of a session, kept for the session's next socket, which may have missed frames. */
type SessionSocket = Item & {
  /** True for a socket of /ws/events. */
  readonly isOfEvents?: true
  /** Unix ms; absent until an end is known, which may be minutes late or never. */
  readonly endedAtMs?: number
  /** The session may have missed frames from then on, Unix ms; absent with `endedAtMs`. */
  readonly missedSinceMs?: number
  /** Unix seconds */
  readonly expiresAt: number
}

/** A socket opened this soon after another one of its session gets the missed frames. */
const maxGapMs = 60_000

/** Most sockets of one session that are looked at one by one. */
const maxSockets = 50

/** A frame is recorded shortly before it is sent, so a gap begins before the ending. */
const maxInFlightMs = 500

const feedOf = ({ events }: NewWatcher) => (events ? { isOfEvents: true as const } : {})

const socketKey = ({ sessionId, connectionId }: NewWatcher) => ({
  pk: `SESSION-WATCHERS#${sessionId}`,
  sk: connectionId,
})

/** Records that a session has a socket, for `findGapStartMs` of its next one. */
const putOpening = (watcher: Watcher): Write =>
  put({
    ...socketKey(watcher),
    ...feedOf(watcher),
    expiresAt: watcher.expiresAt,
  } satisfies SessionSocket)

/**
 * End of a socket. A `clean` end was reported as it happened. When the network was lost,
 * API Gateway took frames for a socket that no client read any more.
 */
type Ending = { readonly atMs: number; readonly clean: boolean }

/** Records how a socket ended, for `findGapStartMs` of the session's next socket. */
const putEnding = (watcher: Watcher, { atMs, clean }: Ending): Write =>
  put({
    ...socketKey(watcher),
    ...feedOf(watcher),
    endedAtMs: atMs,
    missedSinceMs: atMs - (clean ? maxInFlightMs : maxGapMs),
    expiresAt: Math.ceil((atMs + 2 * maxGapMs) / 1000),
  } satisfies SessionSocket)

/**
 * Returns the time (Unix ms) since which a new socket's session may have missed frames: a
 * minute ago if another socket of the session has not ended, as far as is known, because a lost
 * network ends no socket for minutes. Undefined if no other socket was open in that minute.
 */
export async function findGapStartMs(socket: NewWatcher): Promise<number | undefined> {
  const { pk, sk } = socketKey(socket)
  const minuteAgoMs = socket.connectedAtMs - maxGapMs
  const page = new Page(maxSockets, undefined)
  const sockets = await readAll<SessionSocket>({ pk }, page)
  if (page.last !== undefined) return minuteAgoMs
  const starts = sockets
    .filter(({ isOfEvents = false }) => isOfEvents === Boolean(socket.events))
    .filter((other) => other.sk !== sk && other.expiresAt * 1000 > socket.connectedAtMs)
    .flatMap(({ endedAtMs, missedSinceMs = minuteAgoMs }) =>
      endedAtMs === undefined || endedAtMs >= minuteAgoMs ? [missedSinceMs] : [],
    )
  return starts.length === 0 ? undefined : Math.min(...starts)
}
