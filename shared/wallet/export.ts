import { connectNode } from '../agents/connect-node.ts'
import { csvOf } from '../csv.ts'
import type { IncomingPayment } from '../lightning/node-schemas.ts'
import type { DescribedOutgoing } from './listed-payment.ts'
import { withDescription } from './outgoing-payments.ts'
import { readAllPayments } from './payment-pages.ts'
import type { FromTo } from './period.ts'

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
  const rows = [
    ...incoming.map(receivedRow),
    ...outgoing.map(withDescription).map(sentRow),
  ]
  // The node lists the newest first, also among payments of one millisecond
  const oldestFirst = rows.toReversed().toSorted((one, other) => one.atMs - other.atMs)
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

function dateOf({
  completedAt,
  createdAt,
}: {
  completedAt: number | null
  createdAt: number
}) {
  const atMs = completedAt ?? createdAt
  return { atMs, date: new Date(atMs).toISOString() }
}
