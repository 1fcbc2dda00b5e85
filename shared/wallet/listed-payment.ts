import * as z from 'zod'
import { IncomingPayment, OutgoingPayment } from '../lightning/node-schemas.ts'

/** What satoshis were worth when they moved; null when the shop has no rate. */
const rates = {
  exchangeRateAtPayment: z.number().nullable(),
  exchangeRateCurrency: z.string().nullable(),
  fiatAmountAtPayment: z.number().nullable(),
}

const IncomingStatus = z.enum(['RECEIVED', 'EXPIRED', 'PENDING'])
export type IncomingStatus = z.infer<typeof IncomingStatus>

/** An element of GET /wallet/payments/incoming: the node's object, and what the shop adds. */
export const ListedIncoming = IncomingPayment.extend({
  amountSat: z.int(),
  status: IncomingStatus,
  ...rates,
})

/** An outgoing payment with the description of its invoice. */
export const DescribedOutgoing = OutgoingPayment.extend({
  description: z.string().nullable(),
})
export type DescribedOutgoing = z.infer<typeof DescribedOutgoing>

/** An element of GET /wallet/payments/outgoing. */
export const ListedOutgoing = DescribedOutgoing.extend(rates)
