import { setTimeout as sleep } from 'node:timers/promises'
import { mayStillBeOpening, openingRetryPausesMs } from '../sockets/connections.ts'
import type { Deadline } from './deadline.ts'
import type { Watcher } from './watcher.ts'
import { forEachWatcher, watcherConnections } from './watcher-connections.ts'
import { endWatcher } from './watchers.ts'

/** Few, because writes that run at the deadline are waited for. */
const maxConcurrentWrites = 16

/** A frame to send. */
export type RecordedFrame = {
  readonly frame: unknown
  /** When it was recorded, Unix ms. */
  readonly atMs: number
}

type Outcome = {
  /** Sessions with a socket that the frame did not reach. */
  readonly sessionsWithGap: ReadonlySet<string>
  /** Watchers that the deadline left unserved. */
  readonly unserved: readonly Watcher[]
}

/**
 * Posts a frame to each watcher. Tries all of them before it handles those that seem gone,
 * so that many dead sockets do not delay the open ones.
 */
export async function deliver(
  { frame, atMs }: RecordedFrame,
  watchers: readonly Watcher[],
  deadline: Deadline,
): Promise<Outcome> {
  const { post } = watcherConnections()
  const sessionsWithGap = new Set<string>()
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
