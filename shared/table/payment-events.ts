import { newId } from '../ids.ts'
import type { Frame } from '../lightning/notification.ts'
import type { Item } from './keys.ts'
import { readAll } from './read.ts'
import { insert, type Write } from './write.ts'

/** A published notification, in the order of our own clock. */
type PaymentEvent = Item & { readonly frame: Frame; readonly expiresAt: number }

const partition = 'PAYMENT-EVENTS'
const keptMs = 30 * 24 * 60 * 60_000

/** Unix ms with 13 digits, so that text order is time order until the year 2286. */
const digits = (atMs: number) => String(Math.max(0, Math.trunc(atMs))).padStart(13, '0')

/** Records a frame for replay, 30 days long. */
export const recordEvent = (frame: Frame, receivedAtMs: number): Write =>
  insert({
    pk: partition,
    sk: `${digits(receivedAtMs)}#${newId()}`,
    frame,
    expiresAt: Math.ceil((receivedAtMs + keptMs) / 1000),
  } satisfies PaymentEvent)

/** The frames recorded between two moments, both included, in order, of the last 30 days. */
export async function framesBetween(fromMs: number, toMs: number): Promise<Frame[]> {
  const earliestMs = Math.max(fromMs, Date.now() - keptMs)
  if (earliestMs > toMs) return []
  const events = await readAll<PaymentEvent>({
    pk: partition,
    between: [digits(earliestMs), `${digits(toMs)}~`],
  })
  return events.map(({ frame }) => frame)
}
