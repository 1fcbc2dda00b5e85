import { randomUUID } from 'node:crypto'
import { decodeInvoice, maxSat, newPreimage } from './invoices.ts'
import { decodeOffer } from './offers.ts'
import {
  invalidParameter,
  missingParameter,
  optionalPositiveInteger,
  requiredText,
} from './parameters.ts'
import type { Operation, SimulatedNode } from './simulated-node.ts'
import { balanceMsat } from './wallet.ts'

type Payment = {
  amountSat: number
  paymentHash: string
  preimage: string
  invoice: string | null
}

/** POST /payinvoice */
export const payInvoice: Operation = (node, { form }) => {
  const invoice = requiredText(form, 'invoice')
  const asked = decodeInvoice(invoice)
  if (asked === undefined) throw invalidParameter('invoice', 'bolt11invoice')
  const amountSat = optionalPositiveInteger(form, 'amountSat', maxSat) ?? asked.amountSat
  if (amountSat === null) throw missingParameter('amountSat')

  const { paymentHash } = asked
  // Only the payee has the real preimage; a stranger's invoice is paid with a made-up one
  const preimage = node.ledger.foreignPreimages.get(paymentHash) ?? newPreimage().preimage
  const refusal = isPaid(node, paymentHash)
    ? 'this invoice has already been paid'
    : asked.expiresAtMs <= node.now()
      ? 'the invoice has expired'
      : asked.payee === node.nodeId
        ? 'a node cannot pay itself'
        : null
  return pay(node, { amountSat, paymentHash, preimage, invoice }, refusal)
}

/** POST /payoffer */
export const payOffer: Operation = (node, { form }) => {
  const offer = decodeOffer(requiredText(form, 'offer'))
  if (offer === undefined) throw invalidParameter('offer', 'bolt12offer')
  const amountSat = optionalPositiveInteger(form, 'amountSat', maxSat) ?? offer.amountSat
  if (amountSat === null) throw missingParameter('amountSat')

  const refusal = offer.issuer === node.nodeId ? 'a node cannot pay itself' : null
  return pay(node, { amountSat, ...newPreimage(), invoice: null }, refusal)
}

/** POST /paylnaddress */
export const payLightningAddress: Operation = (node, { form }) => {
  const address = requiredText(form, 'address')
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address)) {
    throw invalidParameter('address', 'email-like address')
  }
  const amountSat = optionalPositiveInteger(form, 'amountSat', maxSat)
  if (amountSat === null) throw missingParameter('amountSat')
  return pay(node, { amountSat, ...newPreimage(), invoice: null }, null)
}

/** A failed payment is answered like a made one, with 200. */
function pay(node: SimulatedNode, payment: Payment, refusal: string | null) {
  const { amountSat, paymentHash, preimage, invoice } = payment
  const feesMsat = feeMsat(amountSat)
  const reason =
    node.faults.current().paymentFailure ??
    refusal ??
    (amountSat * 1_000 + feesMsat > balanceMsat(node.ledger)
      ? 'not enough funds in wallet to afford payment'
      : null)

  const now = node.now()
  const paymentId = randomUUID()
  const made = reason === null
  node.ledger.record({
    kind: 'outgoing',
    subType: 'lightning',
    paymentId,
    paymentHash,
    preimage: made ? preimage : null,
    txId: null,
    invoice,
    isPaid: made,
    amountSat,
    feesMsat: made ? feesMsat : 0,
    createdAtMs: now,
    completedAtMs: now,
  })
  if (!made) return { paymentHash, reason }
  return {
    recipientAmountSat: amountSat,
    routingFeeSat: Math.floor(feesMsat / 1_000),
    paymentId,
    paymentHash,
    paymentPreimage: preimage,
  }
}

/** 0.4% of the amount: four thousandths of each satoshi's thousand millisatoshis. */
const feeMsat = (amountSat: number) => amountSat * 4

function isPaid({ ledger }: SimulatedNode, paymentHash: string): boolean {
  const own = ledger.incoming.get(paymentHash)
  const sent = [...ledger.outgoing.values()]
  return (
    (own?.completedAtMs ?? null) !== null ||
    sent.some((payment) => payment.paymentHash === paymentHash && payment.isPaid)
  )
}
