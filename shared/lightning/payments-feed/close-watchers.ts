import type { EventRights } from './topics.ts'
import { forEachWatcher, watcherConnections } from './watcher-connections.ts'
import { allWatchers, deleteWatcher, type Watcher } from './watchers.ts'

/**
 * Closes the sockets of a session that ended, of a user whose access ended, chosen ones
 * of /ws/events, or those of a suspended shop. A socket that is still opening is closed
 * by its welcome, which no longer finds its record.
 */
export async function closeWatchers(
  of:
    | { readonly sessionId: string }
    | { readonly userId: string }
    | { readonly feedOf: (events: EventRights, userId: string) => boolean }
    | 'shop',
): Promise<void> {
  const belongs = (watcher: Watcher) => {
    if (of === 'shop') return true
    if ('feedOf' in of) {
      return watcher.events !== undefined && of.feedOf(watcher.events, watcher.userId)
    }
    return 'sessionId' in of
      ? watcher.sessionId === of.sessionId
      : watcher.userId === of.userId
  }
  await forEachWatcher((await allWatchers()).filter(belongs), async (watcher) => {
    await deleteWatcher(watcher)
    await closeWatcher(watcher.connectionId)
  })
}

/** Closes a socket; false when it was gone or not yet open. */
export const closeWatcher = (connectionId: string): Promise<boolean> =>
  watcherConnections().close(connectionId)

/** Closes a socket that may still be opening. */
export const closeWatcherOnceOpen = (connectionId: string): Promise<boolean> =>
  watcherConnections().closeOnceOpen(connectionId)
