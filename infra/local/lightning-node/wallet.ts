import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { maxSat } from './invoices.ts'
import type { Ledger, Outgoing } from './ledger.ts'
import {
  type Operation,
  requiredPositiveInteger,
  requiredText,
  type SimulatedNode,
} from './simulated-node.ts'

/** A new node has a balance, so that payments can be tried at once. */
const startingBalanceSat = 1_000_000
const inboundLiquiditySat = 2_000_000

/** GET /getinfo; phoenixd has at most one channel. */
export const getInfo: Operation = (node) => ({
  nodeId: node.nodeId,
  channels: hasChannel(node.ledger) ? [channel(node)] : [],
  chain: 'testnet',
  blockHeight: 2_800_000 + Math.floor(node.now() / 600_000),
  version: '0.7.2-simulated',
})

/** GET /getbalance */
export const getBalance: Operation = (node) => ({
  balanceSat: Math.floor(balanceMsat(node.ledger) / 1_000),
  feeCreditSat: 0,
})

/** The spendable balance. */
export function balanceMsat(ledger: Ledger): number {
  let msat = startingBalanceSat * 1_000
  for (const { receivedSat } of ledger.incoming.values()) msat += receivedSat * 1_000
  for (const { isPaid, amountSat, feesMsat } of ledger.outgoing.values()) {
    if (isPaid) msat -= amountSat * 1_000 + feesMsat
  }
  return msat
}

/** After its channel is closed, the node has a new one with the next incoming payment. */
export function hasChannel(ledger: Ledger): boolean {
  return closedChannels(ledger) === 0 || balanceMsat(ledger) > 0
}

/** The id of the open channel; each new channel has another id. */
const channelId = ({ ledger, nodeId }: SimulatedNode) =>
  sha256(`channel ${closedChannels(ledger)} of ${nodeId}`)

function channel(node: SimulatedNode) {
  const balanceSat = Math.floor(balanceMsat(node.ledger) / 1_000)
  return {
    state: 'Normal',
    channelId: channelId(node),
    balanceSat,
    inboundLiquiditySat,
    capacitySat: balanceSat + inboundLiquiditySat,
    fundingTxId: sha256(`funding of ${channelId(node)}`),
  }
}

const closedChannels = ({ outgoing }: Ledger) =>
  [...outgoing.values()].filter(({ subType }) => subType === 'channel_close').length

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

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
