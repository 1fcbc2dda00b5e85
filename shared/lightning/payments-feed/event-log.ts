import { type Item, type Key, sortableMs } from '../../platform/dynamodb/keys.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { maxActions, transact } from '../../platform/dynamodb/transact.ts'
import { put, type Write } from '../../platform/dynamodb/write.ts'

/** The partition of frames of /ws/events, by the time at which they were sent. */
export const eventPartition = 'LIVE-EVENTS'

/** For how long frames can be replayed; they are of use to screens that were away shortly. */
const eventTtlMs = 60 * 60_000

/** A frame that is about an id and can be told apart from every other. */
type SentFrame = { readonly id: string; readonly eventId: string }

/**
 * Records frames for sockets that miss them. Recording them again after a failure makes them
 * come twice in a replay, with the same `eventId`.
 */
export async function recordEvents(
  frames: readonly SentFrame[],
  atMs: number,
): Promise<void> {
  const writes = frames.map((frame, index) =>
    put({
      pk: eventPartition,
      // The order of sending
      sk: `${sortableMs(atMs)}#${String(index).padStart(4, '0')}#${frame.eventId}`,
      frame,
      expiresAt: Math.ceil((atMs + eventTtlMs) / 1000),
    }),
  )
  for (let at = 0; at < writes.length; at += maxActions) {
    await transact(writes.slice(at, at + maxActions))
  }
}

/** Says until when frames are recorded though no socket of /ws/events is open. */
type Awaited = Item & { readonly untilMs: number; readonly expiresAt: number }

const awaitedKey: Key = { pk: 'LIVE-EVENTS', sk: 'AWAITED' }

/** Has frames recorded for the socket that a session may open after this one. */
export const putAwaited = (untilMs: number): Write =>
  put({
    ...awaitedKey,
    untilMs,
    expiresAt: Math.ceil(untilMs / 1000),
  } satisfies Awaited)

/** True if a socket that ended a moment ago may come back for frames. */
export const areEventsAwaited = async (nowMs: number): Promise<boolean> =>
  ((await read<Awaited>(awaitedKey))?.untilMs ?? 0) > nowMs
