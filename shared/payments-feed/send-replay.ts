import { setTimeout as sleep } from 'node:timers/promises'
import {
  LimitExceededException,
  PayloadTooLargeException,
} from '@aws-sdk/client-apigatewaymanagementapi'
import type { Frame } from '../lightning/notification.ts'
import { logger } from '../logger.ts'
import type { Replay } from './invoke-replay.ts'
import { readFrames } from './payment-events.ts'
import { watcherConnections } from './watcher-connections.ts'

/** What one invocation sends at most; the others that wait have their turn between. */
const maxFrames = 1_000
const maxWorkMs = 20_000

/** How long a socket may take no frame until its replay is given up. */
const giveUpAfterMs = 10_000

/** Sends a replay's first frames in order; answers the rest of it, if any. */
export async function sendReplay(replay: Replay): Promise<Replay | undefined> {
  const stopAtMs = Date.now() + maxWorkMs
  let { after } = replay
  let sent = 0
  for await (const { sk, frame } of readFrames(replay)) {
    if (sent === maxFrames || Date.now() > stopAtMs) return { ...replay, after }
    if (!(await send(replay.connectionId, frame))) return undefined
    after = sk
    sent += 1
  }
  return undefined
}

/** Sends a frame, or leaves out one that cannot be sent; false when nobody reads. */
async function send(connectionId: string, frame: Frame): Promise<boolean> {
  const { post } = watcherConnections()
  const giveUpAtMs = Date.now() + giveUpAfterMs
  for (;;) {
    try {
      return await post(connectionId, frame)
    } catch (error) {
      if (error instanceof PayloadTooLargeException) return logFrameTooLarge(error)
      // Its client reads more slowly than we send, or not at all
      if (!(error instanceof LimitExceededException)) throw error
      if (Date.now() > giveUpAtMs) return false
    }
    await sleep(250)
  }
}

function logFrameTooLarge(error: unknown): true {
  logger.error('frame-not-replayed', { error: String(error) })
  return true
}
