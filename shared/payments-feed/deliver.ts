import { setTimeout as sleep } from 'node:timers/promises'
import { mayStillBeOpening, openingRetryPausesMs } from '../sockets/connections.ts'
import type { Deadline } from './deadline.ts'
import type { FanOut } from './fan-out.ts'
import { forEachWatcher, watcherConnections } from './watcher-connections.ts'
import { endWatcher, recordGap, type Watcher } from './watchers.ts'

/** Few, since a deadline waits for those that are under way. */
const maxConcurrentNotes = 16

type Outcome = {
  /** Sessions of the sockets that were gone; what they missed is noted. */
  readonly missing: ReadonlySet<string>
  /** Those for which there was no time. */
  readonly left: readonly Watcher[]
}

/**
 * Posts a frame to each watcher. All have been tried before one that seems gone is looked
 * after, so that a crowd of dead sockets keeps no open one waiting.
 */
export async function deliver(
  { frame, atMs }: FanOut,
  watchers: readonly Watcher[],
  deadline: Deadline,
): Promise<Outcome> {
  const { post } = watcherConnections()
  const missing = new Set<string>()
  const left: Watcher[] = []

  const forEach = (
    each: readonly Watcher[],
    act: (watcher: Watcher) => Promise<void>,
    atOnce?: number,
  ) =>
    forEachWatcher(
      each,
      async (watcher) => {
        if (deadline.isOver()) left.push(watcher)
        else await act(watcher).catch(unlessBrokenOff(watcher))
      },
      atOnce,
    )

  const unlessBrokenOff = (watcher: Watcher) => (error: unknown) => {
    if (!deadline.signal?.aborted) throw error
    left.push(watcher)
  }

  const postTo = async (each: readonly Watcher[]) => {
    const gone: Watcher[] = []
    await forEach(each, async (watcher) => {
      if (!(await post(watcher.connectionId, frame, deadline.signal))) gone.push(watcher)
    })
    return gone
  }

  const note = (each: readonly Watcher[], as: typeof endWatcher) =>
    forEach(
      each,
      async (watcher) => {
        missing.add(watcher.sessionId)
        await as(watcher, atMs)
      },
      maxConcurrentNotes,
    )

  const isOpening = ({ connectedAtMs }: Watcher) => mayStillBeOpening(connectedAtMs, atMs)

  /** API Gateway takes no posts until $connect has returned. */
  const tryAgain = async (opening: readonly Watcher[]) => {
    let gone = opening
    for (const pauseMs of openingRetryPausesMs) {
      if (gone.length === 0) return
      await sleep(pauseMs)
      gone = await postTo(gone)
    }
    await note(gone, recordGap)
  }

  const gone = await postTo(watchers)
  await Promise.all([
    note(
      gone.filter((watcher) => !isOpening(watcher)),
      endWatcher,
    ),
    tryAgain(gone.filter(isOpening)),
  ])
  return { missing, left }
}
