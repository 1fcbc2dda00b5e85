import type { Incoming, Outgoing } from './ledger.ts'
import { invalidParameter, NodeError, type Operation } from './simulated-node.ts'

const defaultLimit = 20

/** GET /payments/incoming: paid ones by completion; with `all` every invoice by creation. */
export const listIncomingPayments: Operation = ({ incoming, now }, { query }) => {
  const all = query.get('all') === 'true'
  const externalId = query.get('externalId')
  const listed = [...incoming.values()]
    .filter((payment) => all || payment.completedAtMs !== null)
    .filter((payment) => externalId === null || payment.externalId === externalId)
  const dateOf = (payment: Incoming) =>
    (all ? null : payment.completedAtMs) ?? payment.createdAtMs
  const newestFirst = inPeriod(listed, dateOf, query, now())
    .toReversed()
    .toSorted((a, b) => dateOf(b) - dateOf(a))
  return page(newestFirst, query).map((payment) => incomingJson(payment, now()))
}

/**
 * GET /payments/outgoing: successful ones by completion; with `all` failed ones too, by
 * creation. Like the real node, it does not sort them: the oldest comes first.
 */
export const listOutgoingPayments: Operation = ({ outgoing, now }, { query }) => {
  const all = query.get('all') === 'true'
  const nowMs = now()
  const listed = [...outgoing.values()].filter(
    (payment) =>
      payment.createdAtMs <= nowMs &&
      (all || (payment.isPaid && isCompleted(payment, nowMs))),
  )
  const dateOf = (payment: Outgoing) =>
    (all ? null : payment.completedAtMs) ?? payment.createdAtMs
  const shown = page(inPeriod(listed, dateOf, query, nowMs), query)
  return shown.map((payment) => outgoingJson(payment, nowMs))
}

/** GET /payments/incoming/{paymentHash} */
export const getIncomingPayment: Operation = ({ incoming, now }, { id }) => {
  const payment = incoming.get(parsedHash(id))
  if (payment === undefined) throw new NodeError(404, 'Not found')
  return incomingJson(payment, now())
}

/** On-chain payments are complete once both sides have locked them. */
const isCompleted = ({ completedAtMs }: Outgoing, nowMs: number) =>
  completedAtMs !== null && completedAtMs <= nowMs

/** GET /payments/outgoing/{paymentId}: of Lightning payments alone. */
export const getOutgoingPayment: Operation = ({ outgoing, now }, { id }) => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
    throw invalidParameter('uuid', 'uuid')
  }
  const payment = outgoing.get(id.toLowerCase())
  return jsonOrNotFound(payment?.subType === 'lightning' ? payment : undefined, now())
}

/** GET /payments/outgoingbyhash/{paymentHash}: a successful one, else a pending, else the first failed. */
export const getOutgoingPaymentByHash: Operation = ({ outgoing, now }, { id }) => {
  const hash = parsedHash(id)
  const attempts = [...outgoing.values()].filter(
    ({ paymentHash }) => paymentHash === hash,
  )
  const isPending = ({ completedAtMs }: Outgoing) => completedAtMs === null
  return jsonOrNotFound(
    attempts.find(({ isPaid }) => isPaid) ?? attempts.find(isPending) ?? attempts[0],
    now(),
  )
}

function jsonOrNotFound(payment: Outgoing | undefined, nowMs: number) {
  if (payment === undefined) throw new NodeError(404, 'Not found')
  return outgoingJson(payment, nowMs)
}

function parsedHash(id: string): string {
  if (!/^[0-9a-f]{64}$/i.test(id)) throw invalidParameter('paymentHash', 'hex32')
  return id.toLowerCase()
}

/** The payments of a period; `from` and `to` are inclusive Unix ms. */
function inPeriod<P>(
  payments: P[],
  dateOf: (payment: P) => number,
  query: URLSearchParams,
  nowMs: number,
): P[] {
  const from = optionalNumber(query, 'from') ?? 0
  const to = optionalNumber(query, 'to') ?? nowMs
  return payments.filter((payment) => dateOf(payment) >= from && dateOf(payment) <= to)
}

function page<P>(payments: P[], query: URLSearchParams): P[] {
  const offset = optionalNumber(query, 'offset') ?? 0
  const limit = optionalNumber(query, 'limit') ?? defaultLimit
  return payments.slice(offset, offset + limit)
}

/** A number in the query. Throws NodeError. */
function optionalNumber(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  if (!/^\d+$/.test(value)) throw invalidParameter(name, 'integer')
  return Number(value)
}

const incomingJson = (payment: Incoming, nowMs: number) =>
  withoutNulls({
    type: 'incoming_payment',
    subType: 'lightning',
    paymentHash: payment.paymentHash,
    preimage: payment.preimage,
    externalId: payment.externalId,
    description: payment.description,
    invoice: payment.invoice,
    isPaid: payment.completedAtMs !== null,
    isExpired: (payment.expiresAtMs ?? Infinity) <= nowMs,
    requestedSat: payment.requestedSat,
    receivedSat: payment.receivedSat,
    fees: payment.feesMsat ?? 0,
    payerNote: payment.payerNote,
    payerKey: payment.payerKey,
    expiresAt: payment.expiresAtMs,
    completedAt: payment.completedAtMs,
    createdAt: payment.createdAtMs,
  })

const outgoingJson = (payment: Outgoing, nowMs: number) =>
  withoutNulls({
    type: 'outgoing_payment',
    subType: payment.subType,
    paymentId: payment.paymentId,
    paymentHash: payment.paymentHash,
    preimage: payment.preimage,
    txId: payment.txId,
    invoice: payment.invoice,
    isPaid: payment.isPaid,
    sent: payment.amountSat + Math.floor(payment.feesMsat / 1_000),
    fees: payment.feesMsat,
    completedAt: isCompleted(payment, nowMs) ? payment.completedAtMs : null,
    createdAt: payment.createdAtMs,
  })

const withoutNulls = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
