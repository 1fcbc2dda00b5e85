import * as z from 'zod'
import { nodeName, positive } from './fields.ts'

/** Body of POST /wallet/payonchain. */
export const OnchainPaymentInput = z
  .object({
    amountSat: positive.describe('In satoshis'),
    address: nodeName,
    feerateSatByte: positive.describe('In satoshis per byte'),
  })
  .meta({ id: 'OnchainPaymentInput' })
export type OnchainPaymentInput = z.output<typeof OnchainPaymentInput>

/** Reply of POST /wallet/payonchain. */
export const PaidOnchain = z
  .object({
    txId: z.string(),
    amountSat: z.int().describe('In satoshis'),
    feesSat: z.int().describe('In satoshis; 0 when the node does not tell'),
  })
  .meta({ id: 'PaidOnchain', description: 'A payment to an on-chain address' })

/** The whole body of POST /wallet/bumpfee: satoshis per byte. */
export const FeerateInput = positive
  .describe('In satoshis per byte')
  .meta({ id: 'FeerateInput' })

/** Reply of POST /wallet/bumpfee. */
export const BumpedFee = z
  .object({
    txId: z.string(),
    newFeerateSatByte: z.int().describe('In satoshis per byte'),
    additionalFeesSat: z.int().describe('In satoshis; 0 when the node does not tell'),
  })
  .meta({ id: 'BumpedFee' })

/** Body of POST /wallet/closechannel. */
export const ChannelClosingInput = z
  .object({
    channelId: nodeName,
    address: nodeName,
    feerateSatByte: positive.describe('In satoshis per byte'),
  })
  .meta({ id: 'ChannelClosingInput' })
export type ChannelClosingInput = z.output<typeof ChannelClosingInput>

/** Reply of POST /wallet/closechannel. */
export const ClosedChannel = z.object({ txId: z.string() }).meta({ id: 'ClosedChannel' })
