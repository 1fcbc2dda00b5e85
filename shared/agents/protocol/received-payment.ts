import * as z from 'zod'
import { Notification } from '../../lightning/node/notification.ts'
import { natural, nonBlank } from '../../platform/validation/fields.ts'

/** A payment that the node has received. */
export const ReceivedPayment = Notification.pick({
  externalId: true,
  payerNote: true,
  payerKey: true,
})
  .extend({
    paymentHash: nonBlank.max(128).describe('Payment hash in hex, 64 characters'),
    /** Amount that arrived: more than was asked for, or less by the node's fee. */
    amountSat: natural.describe('In satoshis'),
    feeSat: natural
      .optional()
      .describe(
        'What the node kept of it, in satoshis; agents up to 0.3.1 do not say it',
      ),
    /** Unix ms of the node's clock. */
    completedAtMs: natural.describe('Unix ms'),
  })
  .meta({ id: 'ReceivedPayment', description: 'A payment that the node has received' })
export type ReceivedPayment = z.infer<typeof ReceivedPayment>

/** Body of POST /agents/payments, oldest payment first. */
export const ReceivedPayments = z
  .object({
    payments: z.array(ReceivedPayment).max(100).describe('Oldest first'),
  })
  .meta({ id: 'ReceivedPayments', description: 'Payments, oldest first' })
export type ReceivedPayments = z.infer<typeof ReceivedPayments>
