import { invokeAsync } from '../../platform/deployment/invoke-async.ts'
import { resources } from '../../platform/deployment/resources.ts'
import type { Frame } from '../node/notification.ts'
import { type Deadline, deadlineAt, type FanOut, fanOut } from './fan-out.ts'
import { logNotReached, withinFrameLimit } from './watcher-connections.ts'
import type { Watcher } from './watchers.ts'

/**
 * Whoever waits for a fan-out waits 5 s at most: it starts no post after 3 s, aborts running
 * ones after the grace period, and then hands the rest over to the worker.
 */
const inlineMs = 3_000
const graceMs = 1_200
const handOverTimeoutMs = 800

/** Enough for the posts of a shop; a worker started for them would make each frame later. */
const brieflyMs = 200
const brieflyGraceMs = 800

/** In one event of the worker; with the longest frame it stays below Lambda's 256 KB. */
const maxConnections = 2_000

/**
 * Fans a recorded frame out to every open socket, for at most 3 s after `sinceMs` (Unix ms);
 * the fan-out worker serves the rest. Each socket gets the frame once, with one exception:
 * if over 2,000 are left, a session that lost a socket may get it twice.
 */
export async function publish(
  frame: Frame,
  atMs: number,
  sinceMs: number = atMs,
): Promise<void> {
  const deadline = deadlineAt(sinceMs + inlineMs, graceMs)
  await sendOrHandOver({ frame: withinFrameLimit(frame), atMs }, deadline)
}

/**
 * Fans a recorded frame out while the node waits for its answer, and delays the node's other
 * receivers: no post starts after 0.2 s, running ones have until a second, and the fan-out
 * worker serves the rest.
 */
export async function publishBriefly(frame: Frame, atMs: number): Promise<void> {
  const deadline = deadlineAt(Date.now() + brieflyMs, brieflyGraceMs)
  await sendOrHandOver({ frame: withinFrameLimit(frame), atMs }, deadline)
}

/** Fans a frame out until a deadline; the fan-out worker serves the rest. */
export async function sendOrHandOver(
  all: FanOut,
  deadline: Deadline,
  known?: readonly Watcher[],
): Promise<void> {
  const rest = deadline.isOver() ? all : await fanOut(all, deadline, known)
  if (rest) await Promise.all(splitFanOut(rest).map(handOver))
}

function splitFanOut({ to, served, ...frame }: FanOut): FanOut[] {
  if (to === undefined) return [frame]
  const parts = Array.from({ length: Math.ceil(to.length / maxConnections) }, (_, at) =>
    to.slice(at * maxConnections, (at + 1) * maxConnections),
  )
  return parts.map((part) => ({
    ...frame,
    to: part,
    served: served?.slice(0, maxConnections),
  }))
}

/** If the hand-over fails, the watchers lose the frame; it stays recorded for replays. */
async function handOver(rest: FanOut): Promise<void> {
  const options = { abortSignal: AbortSignal.timeout(handOverTimeoutMs) }
  await invokeAsync(resources.fanOutFunction(), rest, options).catch(logNotReached)
}
