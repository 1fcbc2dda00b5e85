import { connectNode } from '../../agents/connect-node.ts'
import { csvOf } from '../../csv.ts'
import { required } from '../../failure.ts'
import { readRates } from '../../selling/sales/payment-hashes.ts'
import { decodeInvoice } from '../node/invoice.ts'
import type {
  IncomingPayment,
  OutgoingPayment,
  PaymentQuery,
} from '../node/node-schemas.ts'
import type {
  DescribedOutgoing,
  FromTo,
  IncomingQuery,
  IncomingStatus,
  OutgoingQuery,
} from './wallet-requests.ts'

/**
 * The node's incoming payments with the shop's rates. Serves GET /wallet/payments/incoming.
 * Throws NodeFailure.
 */
export async function listIncomingPayments(query: IncomingQuery) {
  const payments = await readPayments(connectNode().incomingPayments, query)
  const rates = await readRates(payments.map(({ paymentHash }) => paymentHash))
  return payments.map((payment) => ({
    ...payment,
    ...rates.get(payment.paymentHash),
    amountSat: payment.requestedSat ?? payment.receivedSat,
    status: statusOf(payment),
  }))
}

/**
 * One incoming payment as the node has it. Serves GET
 * /wallet/payments/incoming/{paymentHash}. Throws `notFound`, NodeFailure.
 */
export const readIncomingPayment = async (paymentHash: string) =>
  required(await connectNode().incomingPayment(paymentHash))

function statusOf({ isPaid, isExpired }: IncomingPayment): IncomingStatus {
  if (isPaid) return 'RECEIVED'
  return isExpired ? 'EXPIRED' : 'PENDING'
}

/**
 * The node's outgoing payments with the shop's rates, the newest first. Serves GET /wallet/payments/outgoing.
 * Throws NodeFailure.
 */
export async function listOutgoingPayments(query: OutgoingQuery) {
  const payments = await readNewestFirst(connectNode().outgoingPayments, query)
  const rates = await readRates(payments.flatMap(({ paymentHash }) => paymentHash ?? []))
  return payments.map((payment) => ({
    ...withDescription(payment),
    ...rates.get(payment.paymentHash ?? ''),
  }))
}

/**
 * One outgoing payment by the node's id for it. Serves GET
 * /wallet/payments/outgoing/{paymentId}. Throws `notFound`, NodeFailure.
 */
export const readOutgoingPayment = async (paymentId: string) =>
  withDescription(required(await connectNode().outgoingPayment(paymentId)))

/**
 * One outgoing payment by its payment hash. Serves GET
 * /wallet/payments/outgoingbyhash/{paymentHash}. Throws `notFound`, NodeFailure.
 */
export const readOutgoingPaymentByHash = async (paymentHash: string) =>
  withDescription(required(await connectNode().outgoingPaymentByHash(paymentHash)))

/** The node stores no description of an outgoing payment; its invoice has it. */
const withDescription = (payment: OutgoingPayment): DescribedOutgoing => ({
  ...payment,
  description: (payment.invoice && decodeInvoice(payment.invoice)?.description) ?? null,
})

/** Length of a list of payments when the client names no limit. */
const defaultLimit = 20

/** Small enough for one response through the tunnel, however long the invoices are. */
const pageSize = 500

type ListedPayment = {
  readonly paymentId?: string | null
  readonly paymentHash: string | null
  readonly txId?: string | null
}

/** Reads a client's page of one of the node's lists; with `all`, the list without pages. */
export const readPayments = <Payment extends ListedPayment>(
  list: (query: PaymentQuery) => Promise<Payment[]>,
  { limit = defaultLimit, offset = 0, ...filter }: IncomingQuery,
): Promise<Payment[]> =>
  filter.all
    ? readAllPayments(list, filter)
    : readAllPayments(list, filter, offset, limit)

/**
 * True if an item repeats the fee of a channel: that fee was taken from a payment
 * received, and stands there.
 */
const isLiquidity = ({ subType }: Pick<OutgoingPayment, 'subType'>) =>
  subType === 'auto_liquidity'

/** Reads all of a list that the node keeps in an order of its own, and returns a client's page. */
async function readNewestFirst(
  list: (query: PaymentQuery) => Promise<OutgoingPayment[]>,
  { limit = defaultLimit, offset = 0, ...filter }: OutgoingQuery,
): Promise<OutgoingPayment[]> {
  const payments = (await readAllPayments(list, filter)).filter(
    (payment) => filter.all || !isLiquidity(payment),
  )
  const newestFirst = payments.toSorted((one, other) => atMsOf(other) - atMsOf(one))
  return filter.all ? newestFirst : newestFirst.slice(offset, offset + limit)
}

/**
 * Reads one of the node's lists page by page, each payment once: from an offset on, and up
 * to a number of payments.
 */
export async function readAllPayments<Payment extends ListedPayment>(
  list: (query: PaymentQuery) => Promise<Payment[]>,
  filter: Omit<IncomingQuery, 'limit' | 'offset'>,
  offset = 0,
  maxPayments = Number.POSITIVE_INFINITY,
): Promise<Payment[]> {
  const payments = new Map<string, Payment>()
  for (let at = offset; ; ) {
    const sizeBefore = payments.size
    const limit = Math.min(pageSize, maxPayments - sizeBefore)
    const page = await list({ ...queryOf(filter), limit, offset: at })
    // In lists with the newest first, a new payment moves earlier ones to the next page,
    // again
    for (const payment of page) payments.set(idOf(payment), payment)
    const isLast =
      page.length < limit || [sizeBefore, maxPayments].includes(payments.size)
    if (isLast) return [...payments.values()]
    at += page.length
  }
}

const idOf = ({ paymentId, paymentHash, txId }: ListedPayment) =>
  [paymentId, paymentHash, txId].join()

const queryOf = ({ from: fromMs, to: toMs, ...rest }: IncomingQuery): PaymentQuery => ({
  ...rest,
  fromMs,
  toMs,
})

const columns = [
  'date',
  'id',
  'type',
  'amountSat',
  'feesMsat',
  'paymentHash',
  'txId',
  'description',
  'externalId',
] as const

type Row = { readonly [Column in (typeof columns)[number]]: string | number | null } & {
  readonly atMs: number
}

/**
 * The payments of a period (Unix ms) as CSV, oldest first, sent amounts negative. Serves
 * POST /wallet/export. Throws NodeFailure.
 */
export async function exportPaymentsCsv({ from, to }: FromTo): Promise<string> {
  const { incomingPayments, outgoingPayments } = connectNode()
  const period = { from, to }
  const [incoming, outgoing] = await Promise.all([
    readAllPayments(incomingPayments, period),
    readAllPayments(outgoingPayments, period),
  ])
  // Of one millisecond, nodes list the newest received one first, and the newest sent one last
  const rows = [
    ...outgoing
      .filter((payment) => !isLiquidity(payment))
      .map(withDescription)
      .map(sentRow),
    ...incoming.toReversed().map(receivedRow),
  ]
  const oldestFirst = rows.toSorted((one, other) => one.atMs - other.atMs)
  return csvOf(columns, oldestFirst)
}

const receivedRow = (payment: IncomingPayment): Row => ({
  ...dateOf(payment),
  id: payment.paymentHash,
  type: payment.type,
  amountSat: payment.receivedSat,
  feesMsat: payment.fees,
  paymentHash: payment.paymentHash,
  txId: null,
  description: payment.description,
  externalId: payment.externalId,
})

const sentRow = (payment: DescribedOutgoing): Row => ({
  ...dateOf(payment),
  id: payment.paymentId ?? payment.txId,
  type: payment.type,
  amountSat: -payment.sent,
  feesMsat: payment.fees,
  paymentHash: payment.paymentHash,
  txId: payment.txId,
  description: payment.description,
  externalId: null,
})

type Dated = { readonly completedAt: number | null; readonly createdAt: number }

/** Returns the time of a payment's end, or else of its start; Unix ms. */
const atMsOf = ({ completedAt, createdAt }: Dated) => completedAt ?? createdAt

function dateOf(payment: Dated) {
  const atMs = atMsOf(payment)
  return { atMs, date: new Date(atMs).toISOString() }
}
