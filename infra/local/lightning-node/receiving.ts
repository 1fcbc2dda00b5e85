import { randomBytes } from 'node:crypto'
import { makeInvoice, maxSat, newPreimage } from './invoices.ts'
import type { Incoming } from './ledger.ts'
import { encodeOffer, type Offer } from './offers.ts'
import {
  invalidParameter,
  missingParameter,
  NodeError,
  type Operation,
  optionalPositiveInteger,
  type SimulatedNode,
} from './simulated-node.ts'
import { hasChannel } from './wallet.ts'

const maxDescriptionLength = 128
const defaultExpirySeconds = 3_600
/** Ten years. Far longer expiries would exceed the range of a Date. */
const maxExpirySeconds = 10 * 366 * 86_400

/** POST /createinvoice */
export const createInvoice: Operation = (node, { form }) => {
  const createdAtMs = node.now()
  const amountSat = optionalPositiveInteger(form, 'amountSat', maxSat)
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
export const createOffer: Operation = (node, { form }) =>
  encodeOffer({
    amountSat: optionalPositiveInteger(form, 'amountSat', maxSat),
    description: checkedDescription(form.get('description')),
    issuer: node.nodeId,
  })

/** GET /getoffer: the node's one fixed offer. */
export const getOffer: Operation = (node) =>
  encodeOffer({ amountSat: null, description: null, issuer: node.nodeId })

/** GET /getlnaddress */
export const getLightningAddress: Operation = (node) =>
  hasChannel(node)
    ? `${node.nodeId.slice(0, 12)}@simulated-node.test`
    : 'must have one active channel'

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
  return await settle(node, { ...invoice, receivedSat, completedAtMs: now })
}

/** Receives a payment to one of the node's offers and sends notifications. */
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
    description: offer.description,
    requestedSat: offer.amountSat,
    receivedSat,
    payerKey: `02${randomBytes(32).toString('hex')}`,
    payerNote: payment.payerNote,
    createdAtMs,
    completedAtMs: createdAtMs,
  })
}

async function settle(
  node: SimulatedNode,
  payment: Incoming & { completedAtMs: number },
) {
  node.record(payment)
  const { paymentHash, receivedSat, externalId, payerNote, payerKey } = payment
  const notification = {
    type: 'payment_received',
    timestamp: payment.completedAtMs,
    amountSat: receivedSat,
    paymentHash,
    ...(externalId !== null && { externalId }),
    ...(payerNote !== null && { payerNote }),
    ...(payerKey !== null && { payerKey }),
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
  throw invalidParameter('descriptionHash', '32-bytes hex')
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
