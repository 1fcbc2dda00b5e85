import { forEachWatcher, watcherConnections } from './watcher-connections.ts'
import { allWatchers, deleteWatcher, type Watcher } from './watchers.ts'

/**
 * Closes the sockets of a session or of a user (open-areas, section 20 "Closing").
 * One that is still being opened is closed when it finds itself off record.
 */
export async function closeWatchers(
  of: { readonly sessionId: string } | { readonly userId: string },
): Promise<void> {
  const closes = (watcher: Watcher) =>
    'sessionId' in of ? watcher.sessionId === of.sessionId : watcher.userId === of.userId
  await forEachWatcher((await allWatchers()).filter(closes), async (watcher) => {
    await deleteWatcher(watcher)
    await closeWatcher(watcher.connectionId)
  })
}

/** Ends a socket; false when it was gone or not yet open. */
export const closeWatcher = (connectionId: string): Promise<boolean> =>
  watcherConnections().close(connectionId)

/** Ends a socket that may still be being opened. */
export const closeWatcherOnceOpen = (connectionId: string): Promise<boolean> =>
  watcherConnections().closeOnceOpen(connectionId)
