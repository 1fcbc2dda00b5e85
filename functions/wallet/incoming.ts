import { Failure } from '../../shared/failure.ts'
import type { IncomingPayment } from '../../shared/lightning/answers.ts'
import { connectNode } from '../../shared/lightning/connect.ts'
import { ratesOf } from '../../shared/table/payment-rates.ts'
import type { IncomingStatus } from './answers.ts'
import { type Paging, paymentsOf } from './pages.ts'

/** The node's incoming payments with what the shop knows of them. Throws NodeFailure. */
export async function incomingPayments(query: Paging) {
  const payments = await paymentsOf(connectNode().incomingPayments, query)
  const rates = await ratesOf(payments.map(({ paymentHash }) => paymentHash))
  return payments.map((payment) => ({
    ...payment,
    ...rates.get(payment.paymentHash),
    amountSat: payment.requestedSat ?? payment.receivedSat,
    status: statusOf(payment),
  }))
}

/** One of the node's incoming payments. Throws `unknown`, NodeFailure. */
export async function incomingPayment(paymentHash: string): Promise<IncomingPayment> {
  const payment = await connectNode().incomingPayment(paymentHash)
  if (!payment) throw new Failure('unknown')
  return payment
}

function statusOf({ isPaid, isExpired }: IncomingPayment): IncomingStatus {
  if (isPaid) return 'RECEIVED'
  return isExpired ? 'EXPIRED' : 'PENDING'
}
