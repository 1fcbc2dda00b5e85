import * as z from 'zod'
import { nodeName, positive } from './fields.ts'

/** Body of POST /wallet/payonchain. */
export const OnchainPaymentInput = z.object({
  amountSat: positive,
  address: nodeName,
  feerateSatByte: positive,
})
export type OnchainPaymentInput = z.output<typeof OnchainPaymentInput>

/** Reply of POST /wallet/payonchain. */
export const PaidOnchain = z.object({
  txId: z.string(),
  amountSat: z.int(),
  feesSat: z.int(),
})

/** The whole body of POST /wallet/bumpfee: satoshis per byte. */
export const FeerateInput = positive

/** Reply of POST /wallet/bumpfee. */
export const BumpedFee = z.object({
  txId: z.string(),
  newFeerateSatByte: z.int(),
  additionalFeesSat: z.int(),
})

/** Body of POST /wallet/closechannel. */
export const ChannelClosingInput = z.object({
  channelId: nodeName,
  address: nodeName,
  feerateSatByte: positive,
})
export type ChannelClosingInput = z.output<typeof ChannelClosingInput>

/** Reply of POST /wallet/closechannel. */
export const ClosedChannel = z.object({ txId: z.string() })
