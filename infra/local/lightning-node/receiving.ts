import { randomBytes } from 'node:crypto'
import { makeInvoice, maxSat, newPreimage } from './invoices.ts'
import type { Incoming } from './ledger.ts'
import { hasChannel, liquidityFor } from './liquidity.ts'
import { encodeOffer, type Offer } from './offers.ts'
import {
  invalidParameter,
  missingParameter,
  NodeError,
  type Operation,
  optionalAmount,
  optionalPositiveInteger,
  type SimulatedNode,
} from './simulated-node.ts'

const maxDescriptionLength = 128
const defaultExpirySeconds = 86_400
/** Ten years. Far longer expiries would exceed the range of a Date. */
const maxExpirySeconds = 10 * 366 * 86_400

/** POST /createinvoice */
export const createInvoice: Operation = (node, { form }) => {
  const createdAtMs = node.now()
  const amountSat = optionalAmount(form, maxSat)
  const description = descriptionOf(form)
  const expirySeconds =
    optionalPositiveInteger(form, 'expirySeconds', maxExpirySeconds) ??
    defaultExpirySeconds

  const terms = { amountSat, description, expirySeconds, createdAtMs }
  const { invoice, preimage, paymentHash } = makeInvoice(node.privateKey, terms)
  node.record({
    ...unpaid,
    preimage,
    paymentHash,
    invoice,
    description: 'text' in description ? description.text : null,
    externalId: form.get('externalId'),
    webhookUrl: form.get('webhookUrl'),
    requestedSat: amountSat,
    createdAtMs,
    expiresAtMs: createdAtMs + expirySeconds * 1_000,
  })
  return { ...(amountSat !== null && { amountSat }), paymentHash, serialized: invoice }
}

/** POST /createoffer */
export const createOffer: Operation = (node, { form }) => {
  const amountSat = optionalPositiveInteger(form, 'amountSat', maxSat)
  const description = checkedDescription(form.get('description'))
  if (amountSat !== null && description === null) {
    throw new NodeError(400, 'Must provide a description if an amount is specified')
  }
  return encodeOffer({ amountSat, description, issuer: node.nodeId })
}

/** GET /getoffer: the node's one fixed offer. */
export const getOffer: Operation = (node) =>
  encodeOffer({ amountSat: null, description: null, issuer: node.nodeId })

/** GET /getlnaddress */
export const getLightningAddress: Operation = (node) =>
  hasChannel(node)
    ? `₿${node.nodeId.slice(0, 12)}@simulated-node.test`
    : 'must have one channel'

/** Receives a payment of an invoice and sends notifications. Throws NodeError. */
export async function receiveInvoicePayment(
  node: SimulatedNode,
  invoice: Incoming,
  paidSat: number | null,
) {
  const now = node.now()
  if (invoice.completedAtMs !== null) throw new NodeError(409, 'invoice is already paid')
  if (invoice.expiresAtMs !== null && invoice.expiresAtMs <= now) {
    throw new NodeError(410, 'invoice has expired')
  }
  const receivedSat = paidSat ?? invoice.requestedSat
  if (receivedSat === null) throw missingParameter('amountSat')
  if (receivedSat < (invoice.requestedSat ?? 1)) {
    throw new NodeError(400, `the invoice asks for ${invoice.requestedSat} sat`)
  }
  if (invoice.requestedSat !== null && receivedSat > 2 * invoice.requestedSat) {
    throw new NodeError(400, `the invoice takes ${2 * invoice.requestedSat} sat at most`)
  }
  return await settle(node, { ...invoice, receivedSat, completedAtMs: now })
}

/**
 * Receives a payment to one of the node's offers and sends notifications. Like the real node,
 * it keeps nothing of the offer with the payment but the payer's note. Throws NodeError.
 */
export async function receiveOfferPayment(
  node: SimulatedNode,
  offer: Offer,
  payment: { amountSat: number | null; payerNote: string | null },
) {
  const createdAtMs = node.now()
  const receivedSat = payment.amountSat ?? offer.amountSat
  if (receivedSat === null) throw missingParameter('amountSat')
  return await settle(node, {
    ...unpaid,
    ...newPreimage(),
    description: null,
    requestedSat: null,
    receivedSat,
    payerKey: `02${randomBytes(32).toString('hex')}`,
    payerNote: payment.payerNote,
    createdAtMs,
    completedAtMs: createdAtMs,
  })
}

/** Takes the liquidity fee off, or adds the payment to the fee credit, as the node's channel needs. */
async function settle(node: SimulatedNode, sent: Incoming & { completedAtMs: number }) {
  if (node.peer()) throw new NodeError(503, 'the node has lost its peer')
  const terms = liquidityFor(node, sent.receivedSat, sent.completedAtMs)
  const { takenSat, feeSat, isFeeCredit } = terms
  if (takenSat >= sent.receivedSat) {
    throw new NodeError(503, 'the payment is less than what a channel costs')
  }
  const payment = {
    ...sent,
    receivedSat: sent.receivedSat - takenSat,
    feesMsat: feeSat * 1_000,
    isFeeCredit,
  }
  node.record(payment)
  const { paymentHash, receivedSat, externalId, payerNote, payerKey } = payment
  const notification = {
    type: 'payment_received',
    timestamp: payment.completedAtMs,
    amountSat: receivedSat,
    paymentHash,
    externalId,
    payerNote,
    payerKey,
  }
  const webhook = await node.notify(notification, payment.webhookUrl)
  return { paymentHash, receivedSat, completedAt: payment.completedAtMs, webhook }
}

const unpaid = {
  kind: 'incoming',
  invoice: null,
  externalId: null,
  webhookUrl: null,
  receivedSat: 0,
  feesMsat: 0,
  isFeeCredit: false,
  payerKey: null,
  payerNote: null,
  expiresAtMs: null,
  completedAtMs: null,
} as const

function descriptionOf(form: URLSearchParams): { text: string } | { hash: string } {
  const text = checkedDescription(form.get('description'))
  const hash = form.get('descriptionHash')
  if ((text === null) === (hash === null)) {
    throw new NodeError(400, 'Must provide either a description or descriptionHash')
  }
  if (text !== null) return { text }
  if (hash !== null && /^[0-9a-f]{64}$/i.test(hash)) return { hash }
  throw invalidParameter('descriptionHash', 'hex32')
}

function checkedDescription(description: string | null): string | null {
  if ((description?.length ?? 0) > maxDescriptionLength) {
    throw new NodeError(
      400,
      `Request parameter description is too long (max ${maxDescriptionLength} characters)`,
    )
  }
  return description
}
