import { randomUUID } from 'node:crypto'
import { missing, optionalPositive, text, unreadable } from './fields.ts'
import { mostSat, newPreimage, readInvoice } from './invoices.ts'
import { readOffer } from './offers.ts'
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
  const invoice = text(form, 'invoice')
  const asked = readInvoice(invoice)
  if (asked === undefined) throw unreadable('invoice', 'bolt11invoice')
  const amountSat = optionalPositive(form, 'amountSat', mostSat) ?? asked.amountSat
  if (amountSat === null) throw missing('amountSat')

  const { paymentHash } = asked
  // Only the payee has the real preimage; a stranger's invoice is paid with a made-up one
  const preimage = node.ledger.strangers.get(paymentHash) ?? newPreimage().preimage
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
  const offer = readOffer(text(form, 'offer'))
  if (offer === undefined) throw unreadable('offer', 'bolt12offer')
  const amountSat = optionalPositive(form, 'amountSat', mostSat) ?? offer.amountSat
  if (amountSat === null) throw missing('amountSat')

  const refusal = offer.issuer === node.nodeId ? 'a node cannot pay itself' : null
  return pay(node, { amountSat, ...newPreimage(), invoice: null }, refusal)
}

/** POST /paylnaddress */
export const payLightningAddress: Operation = (node, { form }) => {
  const address = text(form, 'address')
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address)) {
    throw unreadable('address', 'email-like address')
  }
  const amountSat = optionalPositive(form, 'amountSat', mostSat)
  if (amountSat === null) throw missing('amountSat')
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
