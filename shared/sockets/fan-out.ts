import { allWatchers, endWatcher, noteGap, type Watcher } from '../table/watchers.ts'
import { isYoung } from './connections.ts'
import { forEachWatcher, watcherConnections } from './watchers.ts'

/** A socket's first frame, and the one that keeps it from being idle. */
export const connected = { type: 'connected' }

/**
 * Sends a frame to every open socket of /ws/payments, in one query and a post each. What a
 * gone socket did not take goes to those that its session has opened meanwhile, and to
 * the next one it opens. A socket that cannot be reached for another reason loses this
 * frame and is logged, so that it never fails the sender.
 */
export async function fanOut(frame: unknown, atMs: number): Promise<void> {
  const served = new Set<string>()
  let waiting = await allWatchers()
  while (waiting.length > 0) {
    const missing = await deliver(frame, atMs, waiting)
    if (missing.size === 0) return
    for (const { connectionId } of waiting) served.add(connectionId)
    waiting = (await allWatchers()).filter(
      ({ sessionId, connectionId }) =>
        missing.has(sessionId) && !served.has(connectionId),
    )
  }
}

/** Posts to each watcher; answers the sessions of those that were gone. */
async function deliver(
  frame: unknown,
  atMs: number,
  watchers: readonly Watcher[],
): Promise<Set<string>> {
  const { post, postOnceOpen } = watcherConnections()
  const missing = new Set<string>()
  await forEachWatcher(watchers, async (watcher) => {
    const isOpening = isYoung(watcher.connectedAtMs, atMs)
    const send = isOpening ? postOnceOpen : post
    if (await send(watcher.connectionId, frame)) return
    missing.add(watcher.sessionId)
    await (isOpening ? noteGap(watcher, atMs) : endWatcher(watcher, atMs))
  })
  return missing
}
