import { connectNode } from '../agents/connect-node.ts'
import type { ChannelClosing, OnchainPayment } from '../lightning/node.ts'
import { lookUpWithTimeout, lookupTimeoutMs } from './lookup-timeout.ts'

/** Pays to an address; the channel stays open. Throws NodeFailure. */
export async function payOnchain(payment: OnchainPayment) {
  const txId = await connectNode().sendToAddress(payment)
  return { txId, amountSat: payment.amountSat, feesSat: await feesOf(txId) }
}

/** Raises the fee rate of what is not confirmed yet. Throws NodeFailure. */
export async function bumpFee(feerateSatByte: number) {
  const txId = await connectNode().bumpFee(feerateSatByte)
  return {
    txId,
    newFeerateSatByte: feerateSatByte,
    additionalFeesSat: await feesOf(txId),
  }
}

/** Closes a channel to an address. Throws NodeFailure. */
export async function closeChannel(closing: ChannelClosing) {
  return { txId: await connectNode().closeChannel(closing) }
}

/** The fees in satoshis, 0 when the node's list does not show the transaction in time. */
async function feesOf(txId: string): Promise<number> {
  const payments = await lookUpWithTimeout(
    connectNode().outgoingPayments(),
    lookupTimeoutMs.fees,
  )
  const transaction = payments?.find((payment) => payment.txId === txId)
  return Math.floor((transaction?.fees ?? 0) / 1_000)
}
