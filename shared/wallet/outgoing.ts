import { connectNode } from '../agents/connect-node.ts'
import { Failure } from '../failure.ts'
import { decode } from '../lightning/invoice.ts'
import type { OutgoingPayment } from '../lightning/node-schemas.ts'
import { readRates } from '../sales/payment-rates.ts'
import { type Paging, paymentsOf } from './pages.ts'

/** The node's outgoing payments with what the shop knows of them. Throws NodeFailure. */
export async function outgoingPayments(query: Paging) {
  const payments = await paymentsOf(connectNode().outgoingPayments, query)
  const rates = await readRates(payments.flatMap(({ paymentHash }) => paymentHash ?? []))
  return payments.map((payment) => ({
    ...described(payment),
    ...rates.get(payment.paymentHash ?? ''),
  }))
}

/** One of the node's outgoing payments by its id. Throws `notFound`, NodeFailure. */
export const outgoingPayment = async (paymentId: string) =>
  found(await connectNode().outgoingPayment(paymentId))

/** The same by its payment hash. */
export const outgoingPaymentByHash = async (paymentHash: string) =>
  found(await connectNode().outgoingPaymentByHash(paymentHash))

/** The node keeps no description of what it paid; the invoice has it. */
export const described = (payment: OutgoingPayment) => ({
  ...payment,
  description: (payment.invoice && decode(payment.invoice)?.description) ?? null,
})

function found(payment: OutgoingPayment | undefined) {
  if (!payment) throw new Failure('notFound')
  return described(payment)
}
