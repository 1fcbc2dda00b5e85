import type { Item } from '../dynamodb/keys.ts'
import { Page } from '../dynamodb/page.ts'
import { readAll } from '../dynamodb/read.ts'
import { insert, type Write } from '../dynamodb/write.ts'
import { newId } from '../ids.ts'
import type { Frame } from '../lightning/notification.ts'

/** A published notification, in the order of our own clock. */
type PaymentEvent = Item & { readonly frame: Frame; readonly expiresAt: number }

const partition = 'PAYMENT-EVENTS'
const eventTtlMs = 30 * 24 * 60 * 60_000

/** Unix ms with 13 digits, so that text order is time order until the year 2286. */
const digits = (atMs: number) => String(Math.max(0, Math.trunc(atMs))).padStart(13, '0')

/** Records a frame for replay, 30 days long. */
export const insertPaymentEvent = (frame: Frame, receivedAtMs: number): Write =>
  insert({
    pk: partition,
    sk: `${digits(receivedAtMs)}#${newId()}`,
    frame,
    expiresAt: Math.ceil((receivedAtMs + eventTtlMs) / 1000),
  } satisfies PaymentEvent)

/** A stretch of the record of frames, both ends included. */
export type EventRange = {
  /** Unix ms */
  readonly sinceMs: number
  /** Unix ms */
  readonly untilMs: number
  /** The sort key of the last frame before the wanted ones; of several, it says which. */
  readonly after?: string | undefined
}

/** Frames that one query reads; a list of a month's would not fit the memory. */
const framesPerQuery = 100

/** When the record of frames begins: 30 days back. */
export const oldestEventMs = (nowMs: number): number => nowMs - eventTtlMs

/** The frames of a stretch with their sort keys, in order; read as they are taken. */
export async function* readFrames({ sinceMs, untilMs, after }: EventRange) {
  if (sinceMs > untilMs) return
  const stretch = {
    pk: partition,
    between: [digits(sinceMs), `${digits(untilMs)}~`],
  } as const
  let page: Page
  let last = after
  do {
    page = new Page(framesPerQuery, last)
    yield* await readAll<PaymentEvent>(stretch, page)
    last = page.last
  } while (last !== undefined)
}
