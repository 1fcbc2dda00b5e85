import { connectNode } from '../agents/connect-node.ts'
import { Failure } from '../failure.ts'
import type { IncomingPayment } from '../lightning/node-schemas.ts'
import { readRates } from '../sales/payment-rates.ts'
import { type Paging, paymentsOf } from './pages.ts'
import type { IncomingStatus } from './responses.ts'

/** The node's incoming payments with what the shop knows of them. Throws NodeFailure. */
export async function incomingPayments(query: Paging) {
  const payments = await paymentsOf(connectNode().incomingPayments, query)
  const rates = await readRates(payments.map(({ paymentHash }) => paymentHash))
  return payments.map((payment) => ({
    ...payment,
    ...rates.get(payment.paymentHash),
    amountSat: payment.requestedSat ?? payment.receivedSat,
    status: statusOf(payment),
  }))
}

/** One of the node's incoming payments. Throws `notFound`, NodeFailure. */
export async function incomingPayment(paymentHash: string): Promise<IncomingPayment> {
  const payment = await connectNode().incomingPayment(paymentHash)
  if (!payment) throw new Failure('notFound')
  return payment
}

function statusOf({ isPaid, isExpired }: IncomingPayment): IncomingStatus {
  if (isPaid) return 'RECEIVED'
  return isExpired ? 'EXPIRED' : 'PENDING'
}
