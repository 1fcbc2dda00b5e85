import { limitConcurrency } from '../../limit-concurrency.ts'
import { resources } from '../../platform/deployment/resources.ts'
import {
  type Connections,
  connectionsAt,
  maxConcurrentPosts,
} from '../../platform/sockets/connections.ts'
import { truncate } from '../node/limits.ts'
import type { Frame } from '../node/notification.ts'
import { logLostFrame } from './lost-frames.ts'
import type { Watcher } from './watchers.ts'

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

/** API Gateway posts at most 32 KB to a socket in one WebSocket frame. */
const maxFrameBytes = 32 * 1024

/** The frame with its payer's note cut so that it fits one WebSocket frame as JSON. */
export function withinFrameLimit(frame: Frame): Frame {
  const { payerNote } = frame
  if (payerNote === undefined || jsonBytes(frame) <= maxFrameBytes) return frame
  const withNote = (length: number) => ({
    ...frame,
    payerNote: truncate(payerNote, length),
  })
  let [fits, tooLong] = [0, payerNote.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (jsonBytes(withNote(middle)) <= maxFrameBytes) fits = middle
    else tooLong = middle
  }
  return withNote(fits)
}

const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
