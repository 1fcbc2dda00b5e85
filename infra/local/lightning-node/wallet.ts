import { createHash } from 'node:crypto'
import type { Ledger } from './ledger.ts'
import type { Operation, SimulatedNode } from './simulated-node.ts'

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
export const channelId = ({ ledger, nodeId }: SimulatedNode) =>
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
