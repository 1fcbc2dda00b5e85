import * as z from 'zod'
import { maxNoteLength, maxReferenceLength, truncate } from './limits.ts'

/** Text is repaired and cut, not refused: a payer's note must not cost the notification. */
const truncated = (maxLength: number) =>
  z.string().transform((value) => truncate(value, maxLength).toWellFormed())

const name = truncated(maxReferenceLength)

/** The node's report of a payment: the webhook's body, and the frame to watchers. */
export const Notification = z
  .object({
    type: name.describe('What happened, such as `payment_received`'),
    timestamp: z.int().nullish().describe('Unix ms'),
    amountSat: z.int().min(1).nullish().describe('In satoshis'),
    paymentHash: name.nullish().describe('Payment hash in hex, 64 characters'),
    externalId: name.nullish().describe("The till's own reference, from the invoice"),
    payerNote: truncated(maxNoteLength)
      .nullish()
      .describe('Note of the payer; null without one'),
    payerKey: name.nullish().describe("The payer's public key in hex; null if unknown"),
  })
  .meta({ id: 'Notification', description: 'What the node tells about a payment' })
export type Notification = z.infer<typeof Notification>

/** A notification as watchers get it: only the fields of the schema, and none that is null. */
export type Frame = { type: string } & {
  [Key in Exclude<keyof Notification, 'type'>]?: NonNullable<Notification[Key]>
}

/** The frame that tells watchers of a notification. */
export function toFrame(notification: Notification): Frame {
  const keys = Object.keys(Notification.shape) as (keyof Notification)[]
  const present = keys.filter((key) => (notification[key] ?? null) !== null)
  return Object.fromEntries(present.map((key) => [key, notification[key]])) as Frame
}
