import { randomBytes, randomUUID } from 'node:crypto'
import { maxSat } from './invoices.ts'
import type { Outgoing } from './ledger.ts'
import { requiredPositiveInteger, requiredText } from './parameters.ts'
import type { Operation, SimulatedNode } from './simulated-node.ts'
import { balanceMsat, channelId, hasChannel } from './wallet.ts'

/** Typical transaction sizes in virtual bytes; the fee is size times fee rate. */
const vbytes = { splice_out: 200, splice_cpfp: 110, channel_close: 150 }

const maxFeerateSatByte = 100_000
const bitcoinAddress =
  /^((bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$/i

/** POST /sendtoaddress */
export const sendToAddress: Operation = (node, { form }) => {
  const amountSat = requiredPositiveInteger(form, 'amountSat', maxSat)
  const address = requiredText(form, 'address')
  const feerate = requiredPositiveInteger(form, 'feerateSatByte', maxFeerateSatByte)
  if (!bitcoinAddress.test(address)) return 'invalid bitcoin address'
  return broadcast(node, 'splice_out', amountSat, feerate)
}

/** POST /bumpfee */
export const bumpFee: Operation = (node, { form }) =>
  broadcast(
    node,
    'splice_cpfp',
    0,
    requiredPositiveInteger(form, 'feerateSatByte', maxFeerateSatByte),
  )

/** POST /closechannel: sends the channel's whole balance to the address. */
export const closeChannel: Operation = (node, { form }) => {
  const address = requiredText(form, 'address')
  const feerate = requiredPositiveInteger(form, 'feerateSatByte', maxFeerateSatByte)
  if (requiredText(form, 'channelId') !== channelId(node)) return 'channel not found'
  if (!bitcoinAddress.test(address)) return 'invalid bitcoin address'
  const balanceSat = Math.floor(balanceMsat(node.ledger) / 1_000)
  const amountSat = balanceSat - feerate * vbytes.channel_close
  return broadcast(node, 'channel_close', Math.max(amountSat, 0), feerate)
}

/** Returns the transaction id or the reason of the failure, both as text with 200. */
function broadcast(
  { ledger, faults, now }: SimulatedNode,
  subType: Exclude<Outgoing['subType'], 'lightning'>,
  amountSat: number,
  feerateSatByte: number,
): string {
  const { paymentFailure } = faults.current()
  if (paymentFailure) return paymentFailure
  if (!hasChannel(ledger)) return 'no channel available'
  const feesMsat = feerateSatByte * vbytes[subType] * 1_000
  if (amountSat * 1_000 + feesMsat > balanceMsat(ledger)) return 'insufficient funds'

  const txId = randomBytes(32).toString('hex')
  ledger.record({
    kind: 'outgoing',
    subType,
    paymentId: randomUUID(),
    paymentHash: null,
    preimage: null,
    txId,
    invoice: null,
    isPaid: true,
    amountSat,
    feesMsat,
    createdAtMs: now(),
    completedAtMs: now(),
  })
  return txId
}
