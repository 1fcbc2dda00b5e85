import { closeWatcher } from '../../shared/sockets/close.ts'
import { connected } from '../../shared/sockets/fan-out.ts'
import { watcherConnections } from '../../shared/sockets/watchers.ts'
import { framesBetween } from '../../shared/table/payment-events.ts'
import { findWatcher, gapBefore } from '../../shared/table/watchers.ts'
import { postAll } from './replay.ts'

/**
 * Greets a new socket and sends what its session missed since a socket of it ended, at
 * most a minute ago. Frames recorded from now on are fanned out to it like to any other.
 */
export async function welcome(connectionId: string): Promise<void> {
  const nowMs = Date.now()
  const { postOnceOpen } = watcherConnections()
  const watcher = await findWatcher(connectionId)
  const gapStartMs = watcher && (await gapBefore(watcher))
  if (!(await postOnceOpen(connectionId, connected))) return
  // A logout that came while the socket was being opened could not close it
  if (!(await findWatcher(connectionId))) {
    await closeWatcher(connectionId)
    return
  }
  if (gapStartMs === undefined) return
  await postAll(connectionId, await framesBetween(gapStartMs, nowMs))
}
