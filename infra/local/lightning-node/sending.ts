import { randomUUID } from 'node:crypto'
import { decodeInvoice, maxSat, newPreimage } from './invoices.ts'
import type { Outgoing } from './ledger.ts'
import { balanceMsat, hasChannel } from './liquidity.ts'
import { decodeOffer } from './offers.ts'
import {
  invalidParameter,
  missingParameter,
  type Operation,
  optionalPositiveInteger,
  requiredText,
  type SimulatedNode,
} from './simulated-node.ts'

/** POST /payinvoice */
export const payInvoice: Operation = (node, { form }) => {
  const invoice = requiredText(form, 'invoice')
  const decoded = decodeInvoice(invoice)
  if (decoded === undefined) throw invalidParameter('invoice', 'bolt11invoice')
  const amountSat =
    optionalPositiveInteger(form, 'amountSat', maxSat) ?? decoded.amountSat
  if (amountSat === null) throw missingParameter('amountSat')

  const { paymentHash } = decoded
  // Only the payee has the preimage; without it the payment gets a random one.
  const preimage = node.foreignPreimages.get(paymentHash) ?? newPreimage().preimage
  const failureReason = isAlreadyPaid(node, paymentHash)
    ? 'this invoice has already been paid'
    : isUnderWay(node, paymentHash)
      ? 'another payment is in progress for that invoice'
      : decoded.expiresAtMs <= node.now() || amountSat < (decoded.amountSat ?? 1)
        ? 'recipient node rejected the payment'
        : decoded.payee === node.nodeId
          ? 'a node in the route had a temporary failure'
          : null
  return pay(node, { amountSat, paymentHash, preimage, invoice }, failureReason)
}

/** POST /payoffer */
export const payOffer: Operation = (node, { form }) => {
  const offer = decodeOffer(requiredText(form, 'offer'))
  if (offer === undefined) throw invalidParameter('offer', 'offer')
  const amountSat = optionalPositiveInteger(form, 'amountSat', maxSat) ?? offer.amountSat
  if (amountSat === null) throw missingParameter('amountSat')

  const failureReason =
    offer.issuer === node.nodeId ? 'no response to the invoice request' : null
  return pay(node, { amountSat, ...newPreimage(), invoice: null }, failureReason)
}

/** POST /paylnaddress */
export const payLightningAddress: Operation = (node, { form }) => {
  const address = form.get('address') ?? ''
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address)) {
    throw invalidParameter('address', 'username@domain')
  }
  const amountSat = optionalPositiveInteger(form, 'amountSat', maxSat)
  if (amountSat === null) throw missingParameter('amountSat')
  return pay(node, { amountSat, ...newPreimage(), invoice: null }, null)
}

/** Sends a payment. A failed one also responds with 200, and with its reason. */
function pay(
  node: SimulatedNode,
  payment: Pick<Outgoing, 'amountSat' | 'invoice'> & ReturnType<typeof newPreimage>,
  failureReason: string | null,
) {
  const { amountSat, paymentHash, preimage, invoice } = payment
  // 4 satoshis and 0.4 %: four thousandths of each satoshi's thousand millisatoshis.
  const feesMsat = 4_000 + amountSat * 4
  const reason =
    node.faults.current().paymentFailure ??
    failureReason ??
    (!hasChannel(node) ? noChannel : null) ??
    (node.peer() ? 'channel is not connected yet, please retry when connected' : null) ??
    (amountSat * 1_000 + feesMsat > balanceMsat(node)
      ? 'not enough funds in wallet to afford payment'
      : null)

  if (reason !== null && leavesNoItem.has(reason)) {
    // Without an invoice of the recipient there is no payment hash yet
    return invoice === null ? { offerId: paymentHash, reason } : { paymentHash, reason }
  }
  const now = node.now()
  const paymentId = randomUUID()
  const { pending } = node.faults.current()
  const isPending = Boolean(pending)
  const isPaid = reason === null && !isPending
  node.record({
    kind: 'outgoing',
    subType: 'lightning',
    paymentId,
    paymentHash,
    preimage: isPaid ? preimage : null,
    txId: null,
    invoice,
    isPaid,
    amountSat,
    feesMsat: isPaid ? feesMsat : 0,
    ...(pending === 'unsigned' && { isUnsigned: true }),
    createdAtMs: now,
    completedAtMs: isPending ? null : now,
  })
  if (!isPaid) return { paymentHash, reason }
  return {
    recipientAmountSat: amountSat,
    routingFeeSat: Math.floor(feesMsat / 1_000),
    paymentId,
    paymentHash,
    paymentPreimage: preimage,
  }
}

/**
 * The peer is back after a restart: signed payments have been paid meanwhile, or have failed.
 */
export function endPending(node: SimulatedNode): void {
  for (const sent of node.outgoing.values()) {
    if (sent.completedAtMs !== null || sent.isUnsigned) continue
    const preimage = node.foreignPreimages.get(sent.paymentHash ?? '') ?? null
    node.record({
      ...sent,
      preimage,
      isPaid: preimage !== null,
      feesMsat: preimage === null ? 0 : 4_000 + sent.amountSat * 4,
      completedAtMs: node.now(),
    })
  }
}

const noChannel =
  'payment could not be sent through existing channels, check individual failures for more details'

/** Reasons after which the node has no payment to list. */
const leavesNoItem = new Set([
  'this invoice has already been paid',
  'payment request features not supported',
  'another payment is in progress for that invoice',
  'no response to the invoice request',
  'recipient responded to the invoice request with an error',
  'recipient returned an invalid response to the invoice request',
  'recipient returned an invoice that does not match the request',
])

const isUnderWay = ({ outgoing }: SimulatedNode, hash: string): boolean =>
  [...outgoing.values()].some(
    (sent) => sent.paymentHash === hash && sent.completedAtMs === null,
  )

const isAlreadyPaid = ({ incoming, outgoing }: SimulatedNode, hash: string): boolean =>
  Boolean(incoming.get(hash)?.completedAtMs) ||
  [...outgoing.values()].some((sent) => sent.paymentHash === hash && sent.isPaid)
