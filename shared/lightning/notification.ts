import * as z from 'zod'

/** No payment is lost over a broken character in its payer's note. */
const wellFormed = z.string().transform((value) => value.toWellFormed())

/** What the node reports about a payment: the webhook's body, and a watcher's frame. */
export const Notification = z.object({
  type: wellFormed,
  /** Unix ms */
  timestamp: z.int().nullish(),
  amountSat: z.int().nullish(),
  paymentHash: wellFormed.nullish(),
  externalId: wellFormed.nullish(),
  payerNote: wellFormed.nullish(),
  payerKey: wellFormed.nullish(),
})
export type Notification = z.infer<typeof Notification>

/** A notification as watchers get it: known fields only, null keys left out. */
export type Frame = { type: string } & {
  [Key in Exclude<keyof Notification, 'type'>]?: NonNullable<Notification[Key]>
}

/** Makes a watcher's frame of a notification (open-areas, section 20 "Frames"). */
export function frame(notification: Notification): Frame {
  const known = Object.keys(Notification.shape) as (keyof Notification)[]
  const present = known.filter((key) => (notification[key] ?? null) !== null)
  return Object.fromEntries(present.map((key) => [key, notification[key]])) as Frame
}
