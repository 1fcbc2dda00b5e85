import { connectNode } from '../agents/connect-node.ts'
import { Failure } from '../failure.ts'
import { decodeInvoice } from '../lightning/invoice.ts'
import type { OutgoingPayment } from '../lightning/node-schemas.ts'
import { readRates } from '../sales/payment-rates.ts'
import type { DescribedOutgoing } from './listed-payment.ts'
import { readPayments } from './payment-pages.ts'
import type { OutgoingQuery } from './payment-query.ts'

/**
 * The node's outgoing payments with the shop's rates. Serves GET /wallet/payments/outgoing.
 * Throws NodeFailure.
 */
export async function listOutgoingPayments(query: OutgoingQuery) {
  const payments = await readPayments(connectNode().outgoingPayments, query)
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
  describedOrNotFound(await connectNode().outgoingPayment(paymentId))

/**
 * One outgoing payment by its payment hash. Serves GET
 * /wallet/payments/outgoingbyhash/{paymentHash}. Throws `notFound`, NodeFailure.
 */
export const readOutgoingPaymentByHash = async (paymentHash: string) =>
  describedOrNotFound(await connectNode().outgoingPaymentByHash(paymentHash))

/** The node stores no description of an outgoing payment; its invoice has it. */
export const withDescription = (payment: OutgoingPayment): DescribedOutgoing => ({
  ...payment,
  description: (payment.invoice && decodeInvoice(payment.invoice)?.description) ?? null,
})

function describedOrNotFound(payment: OutgoingPayment | undefined) {
  if (!payment) throw new Failure('notFound')
  return withDescription(payment)
}
