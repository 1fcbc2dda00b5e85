import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { maxSat } from './invoices.ts'
import {
  balanceMsat,
  capacitySat,
  feeCreditSat,
  hasChannel,
  inboundSat,
} from './liquidity.ts'
import {
  invalidParameter,
  NodeError,
  type Operation,
  requiredPositiveInteger,
  requiredText,
  type SimulatedNode,
} from './simulated-node.ts'

/** GET /getinfo; phoenixd has at most one channel. */
export const getInfo: Operation = (node) => ({
  nodeId: node.nodeId,
  channels: hasChannel(node) ? [channel(node)] : [],
  chain: 'testnet3',
  blockHeight: 2_800_000 + Math.floor(node.now() / 600_000),
  version: '0.8.0-simulated',
})

/** GET /getbalance */
export const getBalance: Operation = (node) => ({
  balanceSat: node.peer() ? 0 : balanceSat(node),
  feeCreditSat: feeCreditSat(node),
})

const balanceSat = (node: SimulatedNode) => Math.floor(balanceMsat(node) / 1_000)

/** The id of the open channel; each new channel has another id. */
const channelId = (ledger: SimulatedNode) =>
  sha256(`channel ${closedChannels(ledger)} of ${ledger.nodeId}`)

/** Without its peer, the node says nothing of a channel but its state. */
function channel(node: SimulatedNode) {
  const peer = node.peer()
  if (peer) return { state: `${peer}(Normal)` }
  return {
    state: 'Normal',
    channelId: channelId(node),
    balanceSat: balanceSat(node),
    inboundLiquiditySat: inboundSat(node),
    capacitySat: capacitySat(node),
    fundingTxId: sha256(`funding of ${channelId(node)}`),
  }
}

const closedChannels = ({ outgoing }: SimulatedNode) =>
  [...outgoing.values()].filter(({ subType }) => subType === 'channel_close').length

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Typical transaction sizes in virtual bytes; the fee is size times fee rate. */
const vbytes = { splice_out: 200, splice_cpfp: 110, channel_close: 150 }

/** The item follows the transaction's id, once both sides have signed; later they lock it. */
const signingMs = 200
const lockingMs = 2_000

const maxFeerateSatByte = 100_000
const bitcoinAddress =
  /^((bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$/i

/** POST /sendtoaddress */
export const sendToAddress: Operation = (node, { form }) => {
  try {
    const amountSat = requiredPositiveInteger(form, 'amountSat', maxSat)
    requireAddress(form)
    return broadcast(node, 'splice_out', amountSat, feerateIn(form))
  } catch (error) {
    // It always answers 200
    if (error instanceof NodeError) return error.message
    throw error
  }
}

function requireAddress(form: URLSearchParams): void {
  const address = requiredText(form, 'address')
  if (!bitcoinAddress.test(address)) throw new NodeError(400, 'Invalid address')
}

/** POST /bumpfee */
export const bumpFee: Operation = (node, { form }) =>
  broadcast(node, 'splice_cpfp', 0, feerateIn(form))

const feerateIn = (form: URLSearchParams) =>
  requiredPositiveInteger(form, 'feerateSatByte', maxFeerateSatByte)

/** POST /closechannel: sends the channel's whole balance to the address. */
export const closeChannel: Operation = (node, { form }) => {
  const channel = requiredText(form, 'channelId')
  if (!/^[0-9a-f]{64}$/i.test(channel)) throw invalidParameter('channelId', 'hex32')
  requireAddress(form)
  const feerate = feerateIn(form)
  if (channel !== channelId(node)) return 'no channel available'
  const amountSat = balanceSat(node) - feerate * vbytes.channel_close
  return broadcast(node, 'channel_close', Math.max(amountSat, 0), feerate)
}

/** Returns the transaction id or the reason of the failure, both as text with 200. */
function broadcast(
  node: SimulatedNode,
  subType: keyof typeof vbytes,
  amountSat: number,
  feerateSatByte: number,
): string {
  const { paymentFailure } = node.faults.current()
  if (paymentFailure) return paymentFailure
  const leftMsat = balanceMsat(node) - amountSat * 1_000
  if (!hasChannel(node) || node.peer() || leftMsat < 0) return 'no channel available'
  const feesMsat = feerateSatByte * vbytes[subType] * 1_000
  if (feesMsat > leftMsat) {
    const after = `balanceAfterFees=${leftMsat - feesMsat} msat`
    return `InsufficientFunds(${after}, liquidityFees=0 msat, currentFeeCredit=0 msat)`
  }

  const txId = randomBytes(32).toString('hex')
  node.record({
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
    createdAtMs: node.now() + signingMs,
    completedAtMs: node.now() + signingMs + lockingMs,
  })
  return txId
}
