import { newId, sortableId } from '../../ids.ts'
import { type Item, sortableMs } from '../../platform/dynamodb/keys.ts'
import { Page } from '../../platform/dynamodb/page.ts'
import { readAll } from '../../platform/dynamodb/read.ts'
import { insert, type Write } from '../../platform/dynamodb/write.ts'
import type { Frame } from '../node/notification.ts'

/** A recorded frame. Its sort key begins with the time at which we received it. */
type PaymentEvent<F> = Item & {
  readonly frame: F
  /** Unix seconds */
  readonly expiresAt: number
}

const partition = 'PAYMENT-EVENTS'
const eventTtlMs = 30 * 24 * 60 * 60_000

/** Records a frame for replays of the next 30 days. */
export const insertPaymentEvent = (frame: Frame, receivedAtMs: number): Write =>
  insert({
    pk: partition,
    sk: `${sortableMs(receivedAtMs)}#${sortableId(newId())}`,
    frame,
    expiresAt: Math.ceil((receivedAtMs + eventTtlMs) / 1000),
  } satisfies PaymentEvent<Frame>)

/** A range of recorded frames, both ends included. */
export type EventRange = {
  /** Unix ms */
  readonly sinceMs: number
  /** Unix ms */
  readonly untilMs: number
  /** The sort key of a frame in the range: only frames after it count. */
  readonly after?: string | undefined
}

/** The frames of a month would not fit the memory. */
const framesPerQuery = 100

/** The time of the oldest frame that may still be recorded: 30 days ago. */
export const oldestEventMs = (nowMs: number): number => nowMs - eventTtlMs

/**
 * The frames of a range with their sort keys, in order; pages are read on demand. They are
 * payments, unless `pk` is the partition of other frames.
 */
export async function* readFrames<F extends { readonly type: string } = Frame>(
  { sinceMs, untilMs, after }: EventRange,
  pk = partition,
) {
  if (sinceMs > untilMs) return
  const query = {
    pk,
    between: [sortableMs(sinceMs), `${sortableMs(untilMs)}~`],
  } as const
  let page: Page
  let last = after
  do {
    page = new Page(framesPerQuery, last)
    yield* await readAll<PaymentEvent<F>>(query, page)
    last = page.last
  } while (last !== undefined)
}
