import { connectNode } from '../agents/connect-node.ts'
import { Failure } from '../failure.ts'
import { decodeInvoice } from '../lightning/invoice.ts'
import type { OutgoingPayment } from '../lightning/node-schemas.ts'
import { ratesOf } from '../sales/payment-rates.ts'
import { type Paging, readPayments } from './payment-pages.ts'

/** The node's outgoing payments with what the shop knows of them. Throws NodeFailure. */
export async function listOutgoingPayments(query: Paging) {
  const payments = await readPayments(connectNode().outgoingPayments, query)
  const rates = await ratesOf(payments.flatMap(({ paymentHash }) => paymentHash ?? []))
  return payments.map((payment) => ({
    ...withDescription(payment),
    ...rates.get(payment.paymentHash ?? ''),
  }))
}

/** One of the node's outgoing payments by its id. Throws `notFound`, NodeFailure. */
export const readOutgoingPayment = async (paymentId: string) =>
  describedOrNotFound(await connectNode().outgoingPayment(paymentId))

/** The same by its payment hash. */
export const readOutgoingPaymentByHash = async (paymentHash: string) =>
  describedOrNotFound(await connectNode().outgoingPaymentByHash(paymentHash))

/** The node keeps no description of what it paid; the invoice has it. */
export const withDescription = (payment: OutgoingPayment) => ({
  ...payment,
  description: (payment.invoice && decodeInvoice(payment.invoice)?.description) ?? null,
})

function describedOrNotFound(payment: OutgoingPayment | undefined) {
  if (!payment) throw new Failure('notFound')
  return withDescription(payment)
}
