import * as z from 'zod'
import { maxNoteLength, maxReferenceLength, truncate } from './limits.ts'

/** No payment is lost over a broken character in its payer's note, or over its length. */
const truncated = (longest: number) =>
  z.string().transform((value) => truncate(value, longest).toWellFormed())

const name = truncated(maxReferenceLength)

/** What the node reports about a payment: the webhook's body, and a watcher's frame. */
export const Notification = z.object({
  type: name,
  /** Unix ms */
  timestamp: z.int().nullish(),
  amountSat: z.int().min(1).nullish(),
  paymentHash: name.nullish(),
  externalId: name.nullish(),
  payerNote: truncated(maxNoteLength).nullish(),
  payerKey: name.nullish(),
})
export type Notification = z.infer<typeof Notification>

/** A notification as watchers get it: known fields only, null keys left out. */
export type Frame = { type: string } & {
  [Key in Exclude<keyof Notification, 'type'>]?: NonNullable<Notification[Key]>
}

/** Makes a watcher's frame of a notification (open-areas, section 20 "Frames"). */
export function toFrame(notification: Notification): Frame {
  const known = Object.keys(Notification.shape) as (keyof Notification)[]
  const present = known.filter((key) => (notification[key] ?? null) !== null)
  return Object.fromEntries(present.map((key) => [key, notification[key]])) as Frame
}
