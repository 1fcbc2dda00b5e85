import { setTimeout as sleep } from 'node:timers/promises'
import { openingRetryPausesMs } from '../sockets/connections.ts'
import { closeWatcher, closeWatcherOnceOpen } from './close-watchers.ts'
import { connectedFrame } from './fan-out.ts'
import { invokeReplay } from './invoke-replay.ts'
import { logLostFrame } from './lost-frames.ts'
import type { AdmittedWatcher, NewWatcher } from './watcher.ts'
import { watcherConnections } from './watcher-connections.ts'
import { findGapStartMs } from './watcher-gaps.ts'
import { findWatcher, readWatcherState } from './watchers.ts'

/** Clocks of functions differ a little, and a frame is sent shortly after it is recorded. */
const maxClockSkewMs = 500

/**
 * Sends a new socket its first frame, and has the frames replayed that its session may have
 * missed before. Newer frames reach it by fan-out, however late this welcome is.
 */
export async function welcome(socket: AdmittedWatcher): Promise<void> {
  const { connectionId, admittedAtMs } = socket
  const untilMs = admittedAtMs + maxClockSkewMs
  if (await isGone(socket)) return
  const sinceMs = await findGapStartMs(socket)
  if (!(await sendFirstFrame(socket))) return
  // A logout could not close the socket while it was opening
  if (!(await findWatcher(connectionId))) await closeWatcher(connectionId)
  else if (sinceMs !== undefined) await invokeReplay({ connectionId, sinceMs, untilMs })
}

/** Sends the first frame once the socket is open; false when the socket is gone. */
async function sendFirstFrame(socket: NewWatcher): Promise<boolean> {
  const { post } = watcherConnections()
  for (const pauseMs of [...openingRetryPausesMs, 0]) {
    if (await post(socket.connectionId, connectedFrame)) return true
    await sleep(pauseMs)
    if (await isGone(socket)) return false
  }
  logLostFrame('welcome-not-sent', 'the socket did not open in time')
  return false
}

/** Whether a socket's record is deleted. Closes the socket if its session is over. */
async function isGone(socket: NewWatcher): Promise<boolean> {
  const { isRecorded, isSessionOpen } = await readWatcherState(socket)
  if (!isRecorded && !isSessionOpen) await closeWatcherOnceOpen(socket.connectionId)
  return !isRecorded
}
