import { randomUUID } from 'node:crypto'
import { decodeInvoice, maxSat, newPreimage } from './invoices.ts'
import { decodeOffer } from './offers.ts'
import {
  invalidParameter,
  missingParameter,
  type Operation,
  optionalPositiveInteger,
  requiredText,
  type SimulatedNode,
} from './simulated-node.ts'
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
  const decoded = decodeInvoice(invoice)
  if (decoded === undefined) throw invalidParameter('invoice', 'bolt11invoice')
  const amountSat =
    optionalPositiveInteger(form, 'amountSat', maxSat) ?? decoded.amountSat
  if (amountSat === null) throw missingParameter('amountSat')

  const { paymentHash } = decoded
  // Only the payee has the preimage; without it the payment gets a random one.
  const preimage = node.ledger.foreignPreimages.get(paymentHash) ?? newPreimage().preimage
  const failureReason = isAlreadyPaid(node, paymentHash)
    ? 'this invoice has already been paid'
    : decoded.expiresAtMs <= node.now()
      ? 'the invoice has expired'
      : decoded.payee === node.nodeId
        ? 'a node cannot pay itself'
        : null
  return pay(node, { amountSat, paymentHash, preimage, invoice }, failureReason)
}

/** POST /payoffer */
export const payOffer: Operation = (node, { form }) => {
  const offer = decodeOffer(requiredText(form, 'offer'))
  if (offer === undefined) throw invalidParameter('offer', 'bolt12offer')
  const amountSat = optionalPositiveInteger(form, 'amountSat', maxSat) ?? offer.amountSat
  if (amountSat === null) throw missingParameter('amountSat')

  const failureReason = offer.issuer === node.nodeId ? 'a node cannot pay itself' : null
  return pay(node, { amountSat, ...newPreimage(), invoice: null }, failureReason)
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

/** Sends a payment. A failed one also responds with 200, and with its reason. */
function pay(node: SimulatedNode, payment: Payment, failureReason: string | null) {
  const { amountSat, paymentHash, preimage, invoice } = payment
  const feesMsat = feeMsat(amountSat)
  const reason =
    node.faults.current().paymentFailure ??
    failureReason ??
    (amountSat * 1_000 + feesMsat > balanceMsat(node.ledger)
      ? 'not enough funds in wallet to afford payment'
      : null)

  const now = node.now()
  const paymentId = randomUUID()
  const isPaid = reason === null
  node.ledger.record({
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
    createdAtMs: now,
    completedAtMs: now,
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

/** 0.4% of the amount: four thousandths of each satoshi's thousand millisatoshis. */
const feeMsat = (amountSat: number) => amountSat * 4

function isAlreadyPaid({ ledger }: SimulatedNode, paymentHash: string): boolean {
  const own = ledger.incoming.get(paymentHash)
  const sent = [...ledger.outgoing.values()]
  return (
    (own?.completedAtMs ?? null) !== null ||
    sent.some((payment) => payment.paymentHash === paymentHash && payment.isPaid)
  )
}
