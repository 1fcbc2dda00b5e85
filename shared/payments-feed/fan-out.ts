import { type Deadline, noDeadline } from './deadline.ts'
import { deliver, type RecordedFrame } from './deliver.ts'
import type { Watcher } from './watcher.ts'
import { allWatchers } from './watchers.ts'

/** A frame and the watchers to send it to: the event of the fan-out worker. */
export type FanOut = RecordedFrame & {
  /** The connections to send it to; without it, every recorded one. */
  readonly to?: readonly string[] | undefined
  /** Connections of the same sessions that have it already. */
  readonly served?: readonly string[] | undefined
}

/** A socket's first frame, and the heartbeat that keeps it from being idle. */
export const connectedFrame = { type: 'connected' }

/**
 * Sends a frame to every open socket of /ws/payments, with one query and a post each. If a
 * socket is gone, the frame goes to the sockets that its session has opened meanwhile; the
 * session's next socket gets it with its welcome. Any other error costs this socket the
 * frame and is logged, so that it never fails the sender.
 *
 * Returns the fan-out that is left at the deadline. It includes posts that the deadline
 * aborted, so a slow socket may get the frame twice.
 */
export async function fanOut(
  { frame, atMs, to, served = [] }: FanOut,
  deadline: Deadline = noDeadline,
): Promise<FanOut | undefined> {
  const tried = new Map<string, Watcher>()
  let watchers = await findWatchers(to)
  while (watchers.length > 0) {
    const { sessionsWithGap, unserved } = await deliver(
      { frame, atMs },
      watchers,
      deadline,
    )
    for (const watcher of watchers) tried.set(watcher.connectionId, watcher)
    const successors = await findSuccessors(sessionsWithGap, [...served, ...tried.keys()])
    if (unserved.length > 0 || deadline.isOver()) {
      return remainingFanOut({ frame, atMs, served }, tried, [...unserved, ...successors])
    }
    watchers = successors
  }
  return undefined
}

async function findWatchers(to: FanOut['to']): Promise<Watcher[]> {
  const ids = to && new Set(to)
  const all = await allWatchers()
  return all.filter(({ connectionId }) => ids?.has(connectionId) ?? true)
}

/** The recorded sockets of these sessions, without those that were tried. */
async function findSuccessors(
  sessions: ReadonlySet<string>,
  triedIds: readonly string[],
): Promise<Watcher[]> {
  if (sessions.size === 0) return []
  const isTried = new Set(triedIds)
  return (await allWatchers()).filter(
    ({ sessionId, connectionId }) =>
      sessions.has(sessionId) && !isTried.has(connectionId),
  )
}

function remainingFanOut(
  { frame, atMs, served }: FanOut & { readonly served: readonly string[] },
  tried: ReadonlyMap<string, Watcher>,
  unserved: readonly Watcher[],
): FanOut | undefined {
  if (unserved.length === 0) return undefined
  const to = new Set(unserved.map(({ connectionId }) => connectionId))
  const sessions = new Set(unserved.map(({ sessionId }) => sessionId))
  const done = [...tried.values()].filter(
    ({ connectionId, sessionId }) => !to.has(connectionId) && sessions.has(sessionId),
  )
  return {
    frame,
    atMs,
    to: [...to],
    served: [...served, ...done.map(({ connectionId }) => connectionId)],
  }
}
