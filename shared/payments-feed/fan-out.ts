import { type Deadline, noDeadline } from './deadline.ts'
import { deliver } from './deliver.ts'
import { allWatchers, type Watcher } from './watchers.ts'

/** A frame on its way to watchers. */
export type FanOut = {
  readonly frame: unknown
  /** When it was recorded, Unix ms. */
  readonly atMs: number
  /** The connections that it goes to; all on record unless given. */
  readonly to?: readonly string[] | undefined
  /** Connections that have had it, as far as they are of the same sessions as those. */
  readonly served?: readonly string[] | undefined
}

/** A socket's first frame, and the one that keeps it from being idle. */
export const connectedFrame = { type: 'connected' }

/**
 * Sends a frame to every open socket of /ws/payments, in one query and a post each. What a
 * gone socket did not take goes to those that its session has opened meanwhile, and to
 * the next one it opens. A socket that cannot be reached for another reason loses this
 * frame and is logged, so that it never fails the sender.
 *
 * Answers what the deadline leaves to do. A post that it broke off is among that, so a
 * socket that was slow to take it may get the frame twice.
 */
export async function fanOut(
  { frame, atMs, to, served = [] }: FanOut,
  deadline: Deadline = noDeadline,
): Promise<FanOut | undefined> {
  const tried = new Map<string, Watcher>()
  let waiting = await findWatchers(to)
  while (waiting.length > 0) {
    const { missing, left } = await deliver({ frame, atMs }, waiting, deadline)
    for (const watcher of waiting) tried.set(watcher.connectionId, watcher)
    const successors = await findSuccessors(missing, [...served, ...tried.keys()])
    if (left.length > 0 || deadline.isOver()) {
      return remainingFanOut({ frame, atMs, served }, tried, [...left, ...successors])
    }
    waiting = successors
  }
  return undefined
}

async function findWatchers(to: FanOut['to']): Promise<Watcher[]> {
  const wanted = to && new Set(to)
  const all = await allWatchers()
  return all.filter(({ connectionId }) => wanted?.has(connectionId) ?? true)
}

/** The sockets on record of these sessions but those that are known. */
async function findSuccessors(
  sessions: ReadonlySet<string>,
  known: readonly string[],
): Promise<Watcher[]> {
  if (sessions.size === 0) return []
  const isKnown = new Set(known)
  return (await allWatchers()).filter(
    ({ sessionId, connectionId }) =>
      sessions.has(sessionId) && !isKnown.has(connectionId),
  )
}

function remainingFanOut(
  { frame, atMs, served = [] }: FanOut,
  tried: ReadonlyMap<string, Watcher>,
  left: readonly Watcher[],
): FanOut | undefined {
  if (left.length === 0) return undefined
  const to = new Set(left.map(({ connectionId }) => connectionId))
  const sessions = new Set(left.map(({ sessionId }) => sessionId))
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
