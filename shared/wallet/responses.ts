import * as z from 'zod'
import { IncomingPayment, OutgoingPayment } from '../lightning/node-schemas.ts'

export const Opened = z.object({ message: z.string(), walletTokenExpiresAt: z.int() })

export const Closed = z.object({ status: z.string() })

export const DecodedInvoice = z.object({
  amountSat: z.int().nullable(),
  description: z.string().nullable(),
})

export const PaidOnchain = z.object({
  txId: z.string(),
  amountSat: z.int(),
  feesSat: z.int(),
})

export const Bumped = z.object({
  txId: z.string(),
  newFeerateSatByte: z.int(),
  additionalFeesSat: z.int(),
})

export const ChannelClosed = z.object({ txId: z.string() })

/** What satoshis were worth when they moved, as far as the shop knows. */
const rates = {
  exchangeRateAtPayment: z.number().nullable(),
  exchangeRateCurrency: z.string().nullable(),
  fiatAmountAtPayment: z.number().nullable(),
}

const IncomingStatus = z.enum(['RECEIVED', 'EXPIRED', 'PENDING'])
export type IncomingStatus = z.infer<typeof IncomingStatus>

/** The wallet document's incoming payment and all that the node says of it. */
export const WalletIncoming = IncomingPayment.extend({
  amountSat: z.int(),
  status: IncomingStatus,
  ...rates,
})

export const DescribedOutgoing = OutgoingPayment.extend({
  description: z.string().nullable(),
})

export const WalletOutgoing = DescribedOutgoing.extend(rates)
