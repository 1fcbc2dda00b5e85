import type { Item } from '../dynamodb/keys.ts'
import { Page } from '../dynamodb/page.ts'
import { readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { put, type Write } from '../dynamodb/write.ts'
import type { NewWatcher, Watcher } from './watcher.ts'

/** When a socket of a session ended: its session may have missed frames from then on. */
type Ending = Item & {
  /** Unix ms */
  readonly endedAtMs: number
  /** Unix seconds */
  readonly expiresAt: number
}

/** A socket opened this soon after another one of its session gets the missed frames. */
const maxGapMs = 60_000

/** A frame is recorded shortly before it is sent, so the gap begins before the ending. */
const maxInFlightMs = 500

const partition = (sessionId: string) => `WATCH-ENDINGS#${sessionId}`

/** Records when a socket ended, for `findGapStartMs` of the session's next socket. */
export const putEnding = (
  { connectionId, sessionId }: Watcher,
  endedAtMs: number,
): Write => {
  const ending: Ending = {
    pk: partition(sessionId),
    sk: `${endedAtMs}#${connectionId}`,
    endedAtMs,
    expiresAt: Math.ceil((endedAtMs + 2 * maxGapMs) / 1000),
  }
  return put(ending)
}

/**
 * Records that a socket has missed the frames since a moment (Unix ms). The socket's own
 * record stays, as the socket may be open.
 */
export const recordGap = (watcher: Watcher, sinceMs: number): Promise<void> =>
  transact([putEnding(watcher, sinceMs)], noResponse)

/**
 * The moment (Unix ms) since when a new socket's session may have missed frames: the first
 * ending of its sockets in the minute before. Undefined when there is none.
 */
export async function findGapStartMs({
  sessionId,
  connectedAtMs,
}: NewWatcher): Promise<number | undefined> {
  const lastMinute = {
    pk: partition(sessionId),
    between: [`${connectedAtMs - maxGapMs}`, `${connectedAtMs}~`],
  } as const
  const [first] = await readAll<Ending>(lastMinute, new Page(1, undefined))
  return first && first.endedAtMs - maxInFlightMs
}
