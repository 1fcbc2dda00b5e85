import { resources } from '../deployment/resources.ts'
import { limitConcurrency } from '../limit-concurrency.ts'
import {
  type Connections,
  connectionsAt,
  maxConcurrentPosts,
} from '../sockets/connections.ts'
import { logLostFrame } from './lost-frames.ts'
import type { Watcher } from './watcher.ts'

let opened: Connections | undefined

/** The connections of /ws/payments. */
export const watcherConnections = (): Connections => {
  opened ??= connectionsAt(resources.watchersEndpoint())
  return opened
}

/** Calls `serve` for every watcher, with limited concurrency; logs and survives failures. */
export async function forEachWatcher(
  watchers: readonly Watcher[],
  serve: (watcher: Watcher) => Promise<void>,
  maxConcurrent = maxConcurrentPosts,
): Promise<void> {
  const limit = limitConcurrency(maxConcurrent)
  await Promise.all(
    watchers.map((watcher) => limit(() => serve(watcher)).catch(logNotReached)),
  )
}

/** Logs that a fan-out did not reach a watcher. */
export const logNotReached = (error: unknown) =>
  logLostFrame('watcher-not-reached', error)
