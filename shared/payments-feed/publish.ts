import { invokeAsync } from '../deployment/invoke-async.ts'
import { resources } from '../deployment/resources.ts'
import { deadlineAt } from './deadline.ts'
import { type FanOut, fanOut } from './fan-out.ts'
import { logNotReached } from './watcher-connections.ts'

/**
 * The node waits 10 s for the answer to its notification, and has it within 5: no post
 * begins after 3 s, and none goes on for longer than the grace before the hand-over.
 */
const inlineMs = 3_000
const graceMs = 1_200
const handOverMs = 800

/** Connections in one event: with the longest frame it stays below Lambda's 256 KB. */
const maxConnections = 2_000

/**
 * Sends a recorded frame to every open socket, for at most 3 s since a moment (Unix ms);
 * the worker for it serves those that are left, each once. Only beyond 2,000 of them may
 * one whose session has lost another get the frame twice.
 */
export async function publish(
  frame: unknown,
  atMs: number,
  sinceMs: number = atMs,
): Promise<void> {
  const deadline = deadlineAt(sinceMs + inlineMs, graceMs)
  const whole = { frame, atMs }
  const rest = deadline.isOver() ? whole : await fanOut(whole, deadline)
  if (rest) await Promise.all(eventsOf(rest).map(handOver))
}

function eventsOf({ to, served, ...frame }: FanOut): FanOut[] {
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

/** A frame that cannot be handed over is lost to its watchers, but it is on record. */
async function handOver(rest: FanOut): Promise<void> {
  const inTime = { abortSignal: AbortSignal.timeout(handOverMs) }
  await invokeAsync(resources.fanOutFunction(), rest, inTime).catch(logNotReached)
}
