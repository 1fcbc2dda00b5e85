import { connectNode } from '../agents/connect-node.ts'
import { Failure } from '../failure.ts'
import type { IncomingPayment } from '../lightning/node-schemas.ts'
import { readRates } from '../sales/payment-rates.ts'
import type { IncomingStatus } from './listed-payment.ts'
import { readPayments } from './payment-pages.ts'
import type { IncomingQuery } from './payment-query.ts'

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
export async function readIncomingPayment(paymentHash: string): Promise<IncomingPayment> {
  const payment = await connectNode().incomingPayment(paymentHash)
  if (!payment) throw new Failure('notFound')
  return payment
}

function statusOf({ isPaid, isExpired }: IncomingPayment): IncomingStatus {
  if (isPaid) return 'RECEIVED'
  return isExpired ? 'EXPIRED' : 'PENDING'
}
