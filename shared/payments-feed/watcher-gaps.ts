import type { Item } from '../dynamodb/keys.ts'
import { Page } from '../dynamodb/page.ts'
import { readAll } from '../dynamodb/read.ts'
import { put, type Write } from '../dynamodb/write.ts'
import type { NewWatcher, Watcher } from './watcher.ts'

/** A socket of a session, kept for the session's next socket, which may have missed frames. */
type SessionSocket = Item & {
  /** Unix ms; absent until an end is known, which may be minutes late or never. */
  readonly endedAtMs?: number
  /** The session may have missed frames from then on, Unix ms; absent with `endedAtMs`. */
  readonly missedSinceMs?: number
  /** Unix seconds */
  readonly expiresAt: number
}

/** A socket opened this soon after another one of its session gets the missed frames. */
const maxGapMs = 60_000

/** More sockets of one session are not looked at one by one. */
const maxSockets = 50

/** A frame is recorded shortly before it is sent, so a gap begins before the ending. */
const maxInFlightMs = 500

const socketKey = ({ sessionId, connectionId }: NewWatcher) => ({
  pk: `SESSION-WATCHERS#${sessionId}`,
  sk: connectionId,
})

/** Records that a session has a socket, for `findGapStartMs` of its next one. */
export const putOpening = (watcher: Watcher): Write =>
  put({
    ...socketKey(watcher),
    expiresAt: watcher.expiresAt,
  } satisfies SessionSocket)

/**
 * How a socket ended. A `clean` end was reported as it happened. When the network was lost,
 * API Gateway took frames for a socket that no client read any more.
 */
export type Ending = { readonly atMs: number; readonly clean: boolean }

/** Records how a socket ended, for `findGapStartMs` of the session's next socket. */
export const putEnding = (watcher: Watcher, { atMs, clean }: Ending): Write =>
  put({
    ...socketKey(watcher),
    endedAtMs: atMs,
    missedSinceMs: atMs - (clean ? maxInFlightMs : maxGapMs),
    expiresAt: Math.ceil((atMs + 2 * maxGapMs) / 1000),
  } satisfies SessionSocket)

/**
 * The moment (Unix ms) since when a new socket's session may have missed frames. It is a
 * minute ago if another socket of the session has not ended, as far as is known: a lost
 * network ends no socket for minutes. Undefined if no other socket was open in that minute.
 */
export async function findGapStartMs(socket: NewWatcher): Promise<number | undefined> {
  const { pk, sk } = socketKey(socket)
  const minuteAgoMs = socket.connectedAtMs - maxGapMs
  const page = new Page(maxSockets, undefined)
  const sockets = await readAll<SessionSocket>({ pk }, page)
  if (page.last !== undefined) return minuteAgoMs
  const starts = sockets
    .filter((other) => other.sk !== sk && other.expiresAt * 1000 > socket.connectedAtMs)
    .flatMap(({ endedAtMs, missedSinceMs = minuteAgoMs }) =>
      endedAtMs === undefined || endedAtMs >= minuteAgoMs ? [missedSinceMs] : [],
    )
  return starts.length === 0 ? undefined : Math.min(...starts)
}
