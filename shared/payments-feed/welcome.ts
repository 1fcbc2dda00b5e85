import { setTimeout as sleep } from 'node:timers/promises'
import { openingRetryPausesMs } from '../sockets/connections.ts'
import { closeWatcher, closeWatcherOnceOpen } from './close-watchers.ts'
import { connectedFrame } from './fan-out.ts'
import { invokeReplay } from './invoke-replay.ts'
import { watcherConnections } from './watcher-connections.ts'
import {
  findGapStartMs,
  findWatcher,
  type NewWatcher,
  readWatcherState,
} from './watchers.ts'

/**
 * Greets a new socket and has it sent what its session missed since a socket of it ended,
 * at most a minute ago. Frames recorded from now on are fanned out to it like to any other.
 */
export async function welcome(socket: NewWatcher): Promise<void> {
  const { connectionId } = socket
  const untilMs = Date.now()
  if (await isGone(socket)) return
  const sinceMs = await findGapStartMs(socket)
  if (!(await greet(socket))) return
  // A logout that came while the socket was being opened could not close it
  if (!(await findWatcher(connectionId))) await closeWatcher(connectionId)
  else if (sinceMs !== undefined) await invokeReplay({ connectionId, sinceMs, untilMs })
}

/** Sends the first frame once the socket is open; false when there is none to greet. */
async function greet(socket: NewWatcher): Promise<boolean> {
  const { post } = watcherConnections()
  for (const pauseMs of [...openingRetryPausesMs, 0]) {
    if (await post(socket.connectionId, connectedFrame)) return true
    await sleep(pauseMs)
    if (await isGone(socket)) return false
  }
  return false
}

/** Whether a socket's client has hung up; one whose session is over is closed, and gone. */
async function isGone(socket: NewWatcher): Promise<boolean> {
  const { isOnRecord, isSessionOpen } = await readWatcherState(socket)
  if (!isOnRecord && !isSessionOpen) await closeWatcherOnceOpen(socket.connectionId)
  return !isOnRecord
}
