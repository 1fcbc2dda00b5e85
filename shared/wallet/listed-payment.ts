import * as z from 'zod'
import { IncomingPayment, OutgoingPayment } from '../lightning/node-schemas.ts'
import { ratesOnWire } from '../sales/payment.ts'
import { nullableText } from '../validation/fields.ts'

/** What the shop knows of a payment; rates are null when it has none. */
const known = {
  ...ratesOnWire,
  refunded: z.literal(true).optional().describe('Its sale was refunded, whole'),
}

const IncomingStatus = z.enum(['RECEIVED', 'EXPIRED', 'PENDING']).meta({
  id: 'IncomingStatus',
  description: 'Whether it was paid, can no longer be paid, or is awaited',
})
export type IncomingStatus = z.infer<typeof IncomingStatus>

/** An element of GET /wallet/payments/incoming: the node's object, and what the shop adds. */
export const ListedIncoming = IncomingPayment.extend({
  amountSat: z.int().describe('What was asked for, or else received; in satoshis'),
  status: IncomingStatus,
  ...known,
}).meta({
  id: 'ListedIncoming',
  description: 'A received or expected payment, and what it was worth',
})

/** An outgoing payment with the description of its invoice. */
export const DescribedOutgoing = OutgoingPayment.extend({
  description: nullableText.describe("The invoice's own text; null without one"),
}).meta({ id: 'DescribedOutgoing', description: 'A sent payment' })
export type DescribedOutgoing = z.infer<typeof DescribedOutgoing>

/** An element of GET /wallet/payments/outgoing. */
export const ListedOutgoing = DescribedOutgoing.extend(known).meta({
  id: 'ListedOutgoing',
  description: 'A sent payment, and what it was worth',
})
