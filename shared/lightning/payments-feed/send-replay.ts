import { setTimeout as sleep } from 'node:timers/promises'
import {
  LimitExceededException,
  PayloadTooLargeException,
} from '@aws-sdk/client-apigatewaymanagementapi'
import type { Frame } from '../node/notification.ts'
import { eventPartition } from './event-log.ts'
import { logLostFrame } from './lost-frames.ts'
import { readFrames } from './payment-events.ts'
import type { Replay } from './replay.ts'
import { receives } from './topics.ts'
import { watcherConnections, withinFrameLimit } from './watcher-connections.ts'
import { findWatcher } from './watchers.ts'

/** The most that one invocation sends, so that long replays do not delay short ones. */
const maxFrames = 1_000
const maxWorkMs = 20_000

/** A replay ends when its socket accepts no frame for this long. */
const giveUpAfterMs = 10_000
const retryPauseMs = 250

/** Sends a replay's frames in order, for at most 20 s; returns the rest of it, if any. */
export async function sendReplay(replay: Replay): Promise<Replay | undefined> {
  const stopAtMs = Date.now() + maxWorkMs
  const { connectionId } = replay
  const watcher = await findWatcher(connectionId)
  // The record has the permissions and topics
  if (!watcher) return undefined
  const { events } = watcher
  let { after } = replay
  let sent = 0
  for await (const { sk, frame } of readFrames(replay, events && eventPartition)) {
    if (!receives(events, frame.type)) continue
    if (sent === maxFrames || Date.now() > stopAtMs) return { ...replay, after }
    if (!(await send(connectionId, withinFrameLimit(frame)))) return undefined
    after = sk
    sent += 1
  }
  return undefined
}

/**
 * Sends a frame with retries; skips one that is too large. False when the socket is gone or
 * its client does not read.
 */
async function send(connectionId: string, frame: Frame): Promise<boolean> {
  const { post } = watcherConnections()
  const giveUpAtMs = Date.now() + giveUpAfterMs
  for (;;) {
    try {
      return await post(connectionId, frame)
    } catch (error) {
      if (error instanceof PayloadTooLargeException) {
        logLostFrame('frame-not-replayed', error)
        return true
      }
      // The client reads more slowly than we send, or not at all
      if (!(error instanceof LimitExceededException)) throw error
      if (Date.now() > giveUpAtMs) {
        logLostFrame('replay-not-finished', error)
        return false
      }
    }
    await sleep(retryPauseMs)
  }
}
