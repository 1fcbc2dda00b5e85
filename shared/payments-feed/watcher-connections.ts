import { resources } from '../deployment/resources.ts'
import { logger } from '../logger.ts'
import {
  type Connections,
  connectionsAt,
  maxConcurrentPosts,
} from '../sockets/connections.ts'
import type { Watcher } from './watchers.ts'

let opened: Connections | undefined

/** The connections of /ws/payments. */
export const watcherConnections = (): Connections => {
  opened ??= connectionsAt(resources.watchersEndpoint())
  return opened
}

/** Serves every watcher, many at once; a failing one does not keep others waiting. */
export async function forEachWatcher(
  watchers: readonly Watcher[],
  serve: (watcher: Watcher) => Promise<void>,
  atOnce = maxConcurrentPosts,
): Promise<void> {
  const waiting = watchers.values()
  const serveNext = async () => {
    for (const watcher of waiting) await serve(watcher).catch(logNotReached)
  }
  await Promise.all(Array.from({ length: atOnce }, serveNext))
}

/** Logs that a frame is lost to a watcher whose socket is open; an alarm counts it. */
export const logNotReached = (error: unknown) =>
  logger.error('watcher-not-reached', { error: String(error) })
