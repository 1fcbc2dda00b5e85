import { setTimeout as sleep } from 'node:timers/promises'
import {
  mayStillBeOpening,
  openingRetryPausesMs,
} from '../../platform/sockets/connections.ts'
import { receives } from './topics.ts'
import { forEachWatcher, watcherConnections } from './watcher-connections.ts'
import { allWatchers, endWatcher, type Watcher } from './watchers.ts'

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
 * Sends a frame to every open socket that gets its type, with one query and a post each. If a
 * socket is gone, the frame goes to the sockets that its session has opened since; the
 * session's next socket gets it with its welcome. Any other error costs this socket the
 * frame and is logged, so that it never fails the sender.
 *
 * `known` are the recorded sockets, if the caller has read them. Returns the fan-out that is
 * left at the deadline. It includes posts that the deadline
 * aborted, so a slow socket may get the frame twice.
 */
export async function fanOut(
  { frame, atMs, to, served = [] }: FanOut,
  deadline: Deadline = noDeadline,
  known?: readonly Watcher[],
): Promise<FanOut | undefined> {
  const tried = new Map<string, Watcher>()
  const gets = ({ events }: Watcher) => receives(events, frame.type)
  let watchers = (known ?? (await findWatchers(to))).filter(gets)
  while (watchers.length > 0) {
    const { sessionsWithGap, unserved } = await deliver(
      { frame, atMs },
      watchers,
      deadline,
    )
    for (const watcher of watchers) tried.set(watcher.connectionId, watcher)
    const successors = (
      await findSuccessors(sessionsWithGap, [...served, ...tried.keys()])
    ).filter(gets)
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

/** Few, because writes that run at the deadline are waited for. */
const maxConcurrentWrites = 16

/** A frame to send. */
type RecordedFrame = {
  readonly frame: { readonly type: string }
  /** Time of its record, Unix ms. */
  readonly atMs: number
}

/**
 * Posts a frame to each watcher. Tries all of them before it handles those that seem gone,
 * so that many dead sockets do not delay the open ones.
 */
async function deliver(
  { frame, atMs }: RecordedFrame,
  watchers: readonly Watcher[],
  deadline: Deadline,
) {
  const { post } = watcherConnections()
  /** Sessions with a socket that the frame did not reach. */
  const sessionsWithGap = new Set<string>()
  /** Watchers that the deadline left unserved. */
  const unserved: Watcher[] = []

  const forEach = (
    some: readonly Watcher[],
    act: (watcher: Watcher) => Promise<void>,
    maxConcurrent?: number,
  ) =>
    forEachWatcher(
      some,
      async (watcher) => {
        if (deadline.isOver()) unserved.push(watcher)
        else await act(watcher).catch(unlessAborted(watcher))
      },
      maxConcurrent,
    )

  const unlessAborted = (watcher: Watcher) => (error: unknown) => {
    if (!deadline.signal?.aborted) throw error
    unserved.push(watcher)
  }

  const postTo = async (some: readonly Watcher[]) => {
    const gone: Watcher[] = []
    await forEach(some, async (watcher) => {
      if (!(await post(watcher.connectionId, frame, deadline.signal))) gone.push(watcher)
    })
    return gone
  }

  const recordMissed = (
    some: readonly Watcher[],
    record: (watcher: Watcher) => Promise<void>,
  ) =>
    forEach(
      some,
      async (watcher) => {
        sessionsWithGap.add(watcher.sessionId)
        await record(watcher)
      },
      maxConcurrentWrites,
    )

  const end = (watcher: Watcher) => endWatcher(watcher, { atMs, clean: false })

  /** The record stays: it says that the session has another socket, which may open yet. */
  const keep = async () => {}

  const isOpening = ({ connectedAtMs }: Watcher) => mayStillBeOpening(connectedAtMs, atMs)

  /** API Gateway refuses posts until $connect has returned. */
  const retryOpening = async (opening: readonly Watcher[]) => {
    let gone = opening
    for (const pauseMs of openingRetryPausesMs) {
      if (gone.length === 0) return
      await sleep(pauseMs)
      gone = await postTo(gone)
    }
    await recordMissed(gone, keep)
  }

  const gone = await postTo(watchers)
  await Promise.all([
    recordMissed(
      gone.filter((watcher) => !isOpening(watcher)),
      end,
    ),
    retryOpening(gone.filter(isOpening)),
  ])
  return { sessionsWithGap, unserved }
}

/** Time at which a function stops and leaves the rest of its work to another invocation. */
export type Deadline = {
  /** True once it is too late to start anything. */
  readonly isOver: () => boolean
  /** Aborts running calls, after a grace period. */
  readonly signal?: AbortSignal | undefined
}

const noDeadline: Deadline = { isOver: () => false }

/** A deadline at a moment (Unix ms), with a grace period for calls that run by then. */
export const deadlineAt = (atMs: number, graceMs: number): Deadline => ({
  isOver: () => Date.now() >= atMs,
  signal: AbortSignal.timeout(Math.max(0, atMs + graceMs - Date.now())),
})
