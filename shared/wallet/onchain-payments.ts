import { connectNode } from '../agents/connect-node.ts'
import { lookUpWithTimeout, lookupTimeoutMs } from '../lightning/lookup-timeout.ts'
import type { ChannelClosingInput, OnchainPaymentInput } from './onchain-payment.ts'

/** Pays to an on-chain address. Serves POST /wallet/payonchain. Throws NodeFailure. */
export async function payOnchain(payment: OnchainPaymentInput) {
  const txId = await connectNode().sendToAddress(payment)
  return { txId, amountSat: payment.amountSat, feesSat: await feesOf(txId) }
}

/**
 * Raises the fee rate of the unconfirmed transactions. Serves POST /wallet/bumpfee. Throws
 * NodeFailure.
 */
export async function bumpFee(feerateSatByte: number) {
  const txId = await connectNode().bumpFee(feerateSatByte)
  return {
    txId,
    newFeerateSatByte: feerateSatByte,
    additionalFeesSat: await feesOf(txId),
  }
}

/** Closes a channel to an address. Serves POST /wallet/closechannel. Throws NodeFailure. */
export async function closeChannel(closing: ChannelClosingInput) {
  return { txId: await connectNode().closeChannel(closing) }
}

/** A transaction's fees in satoshis; 0 when the node does not list it in time. */
async function feesOf(txId: string): Promise<number> {
  const payments = await lookUpWithTimeout(
    connectNode().outgoingPayments(),
    lookupTimeoutMs.fees,
  )
  const transaction = payments?.find((payment) => payment.txId === txId)
  return Math.floor((transaction?.fees ?? 0) / 1_000)
}
