import { randomBytes, randomUUID } from 'node:crypto'
import type { Ledger, Outgoing } from './ledger.ts'
import type { SimulatedNode } from './simulated-node.ts'

/** Capacity that the node orders beyond a payment that does not fit its channel. */
const autoLiquiditySat = 2_000_000

/** Of a transaction that opens or grows a channel, at 1 satoshi per byte. */
const miningFeeSat = 1_027
const openingFeeSat = 1_000

/** Up to here a payment to a node without a channel becomes fee credit: the worst case of its cost. */
const maxFeeCreditSat = 22_790

/** The spendable balance. */
export function balanceMsat({ incoming, outgoing, firstChannel }: SimulatedNode): number {
  let msat = (firstChannel?.balanceSat ?? 0) * 1_000
  for (const { receivedSat, isFeeCredit } of incoming.values()) {
    if (!isFeeCredit) msat += receivedSat * 1_000
  }
  for (const { isPaid, subType, amountSat, feesMsat } of outgoing.values()) {
    // The payment that needed it has paid for the liquidity
    if (isPaid && subType !== 'auto_liquidity') msat -= amountSat * 1_000 + feesMsat
  }
  return msat
}

export const hasChannel = (node: SimulatedNode): boolean => capacitySat(node) > 0

/** Returns the capacity of the channel, both sides together; 0 without one. */
export function capacitySat({ outgoing, firstChannel }: SimulatedNode): number {
  let sat = firstChannel?.capacitySat ?? 0
  for (const { subType, amountSat, feesMsat, ...grown } of outgoing.values()) {
    if (subType === 'channel_close') sat = 0
    if (subType === 'auto_liquidity') sat += grown.capacitySat ?? 0
    if (subType.startsWith('splice')) sat -= amountSat + feesMsat / 1_000
  }
  return Math.floor(sat)
}

/** Returns the inbound capacity: each side keeps a hundredth of the channel. */
export function inboundSat(node: SimulatedNode): number {
  const capacity = capacitySat(node)
  const free = capacity - Math.ceil(balanceMsat(node) / 1_000) - Math.ceil(capacity / 100)
  return Math.max(0, free)
}

/** Returns the credit towards the cost of the next channel, which cannot be spent. */
export function feeCreditSat({ incoming, outgoing }: Ledger): number {
  let sat = 0
  for (const { isFeeCredit, receivedSat } of incoming.values()) {
    if (isFeeCredit) sat += receivedSat
  }
  for (const { creditSat = 0 } of outgoing.values()) sat -= creditSat
  return sat
}

/** Terms of a payment's arrival: the part that is taken, and the fee that the node states. */
type Terms = { takenSat: number; feeSat: number; isFeeCredit: boolean }

/**
 * Charges liquidity for an arriving payment: nothing while it fits the channel. A smaller
 * one to a node without a channel becomes fee credit; any other opens or grows the
 * channel, at a fee that fee credit pays first. Records that fee beside the payment.
 */
export function liquidityFor(node: SimulatedNode, sentSat: number, atMs: number): Terms {
  const { liquidityFeeSat, feeCredit } = node.faults.current()
  if (feeCredit) return { takenSat: 0, feeSat: 0, isFeeCredit: true }
  if (liquidityFeeSat) {
    const feeSat = Math.min(liquidityFeeSat, sentSat - 1)
    node.record(liquidity({ feeSat, creditSat: 0, capacitySat: 0, atMs }))
    return { takenSat: feeSat, feeSat, isFeeCredit: false }
  }
  const [isOpen, credit] = [hasChannel(node), feeCreditSat(node)]
  if (isOpen && sentSat <= inboundSat(node)) {
    return { takenSat: 0, feeSat: 0, isFeeCredit: false }
  }
  if (!isOpen && sentSat + credit <= maxFeeCreditSat) {
    return { takenSat: 0, feeSat: 0, isFeeCredit: true }
  }
  const grownSat = sentSat + autoLiquiditySat
  const serviceSat = Math.floor(grownSat / 100) + (isOpen ? 0 : openingFeeSat)
  const feeSat = serviceSat + miningFeeSat
  const creditSat = Math.min(credit, feeSat)
  node.record(liquidity({ feeSat, creditSat, capacitySat: grownSat, atMs }))
  return { takenSat: feeSat - creditSat, feeSat, isFeeCredit: false }
}

/** The item that repeats a liquidity fee among the outgoing payments. */
const liquidity = (of: {
  feeSat: number
  creditSat: number
  capacitySat: number
  atMs: number
}): Outgoing => ({
  kind: 'outgoing',
  subType: 'auto_liquidity',
  paymentId: randomUUID(),
  paymentHash: null,
  preimage: null,
  txId: randomBytes(32).toString('hex'),
  invoice: null,
  isPaid: true,
  amountSat: 0,
  feesMsat: of.feeSat * 1_000,
  capacitySat: of.capacitySat,
  creditSat: of.creditSat,
  createdAtMs: of.atMs,
  completedAtMs: of.atMs,
})
