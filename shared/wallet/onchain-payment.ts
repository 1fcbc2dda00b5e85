import * as z from 'zod'
import { recordId } from '../validation/fields.ts'
import { nodeName, positive } from './fields.ts'

/** Body of POST /wallet/payonchain. */
export const OnchainPaymentInput = z
  .object({
    amountSat: positive.describe('In satoshis'),
    address: nodeName.describe('Bitcoin address, such as bc1q…'),
    feerateSatByte: positive.describe('In satoshis per byte, such as 12'),
  })
  .meta({ id: 'OnchainPaymentInput' })
export type OnchainPaymentInput = z.output<typeof OnchainPaymentInput>

/** Reply of POST /wallet/payonchain. */
export const PaidOnchain = z
  .object({
    txId: recordId('the on-chain transaction, 64 characters in hex'),
    amountSat: z.int().describe('In satoshis'),
    feesSat: z.int().describe('In satoshis; 0 when the node does not tell'),
  })
  .meta({ id: 'PaidOnchain', description: 'A payment to an on-chain address' })

/** The whole body of POST /wallet/bumpfee: satoshis per byte. */
export const FeerateInput = positive
  .describe('In satoshis per byte, such as 12')
  .meta({ id: 'FeerateInput' })

/** Reply of POST /wallet/bumpfee. */
export const BumpedFee = z
  .object({
    txId: recordId('the on-chain transaction, 64 characters in hex'),
    newFeerateSatByte: z.int().describe('In satoshis per byte, such as 12'),
    additionalFeesSat: z.int().describe('In satoshis; 0 when the node does not tell'),
  })
  .meta({ id: 'BumpedFee' })

/** Body of POST /wallet/closechannel. */
export const ChannelClosingInput = z
  .object({
    channelId: nodeName.describe('Id of the channel in hex'),
    address: nodeName.describe('Bitcoin address, such as bc1q…'),
    feerateSatByte: positive.describe('In satoshis per byte, such as 12'),
  })
  .meta({ id: 'ChannelClosingInput' })
export type ChannelClosingInput = z.output<typeof ChannelClosingInput>

/** Reply of POST /wallet/closechannel. */
export const ClosedChannel = z
  .object({ txId: recordId('the on-chain transaction, 64 characters in hex') })
  .meta({ id: 'ClosedChannel' })
