import * as z from 'zod'
import { SaleIds } from '../sales/sale-ids.ts'

/** A finished sale on the wire; checkout leaves the status out. */
export const CheckoutResult = z.object({
  status: z.literal('completed'),
  ...SaleIds.shape,
})
export type CheckoutResult = z.output<typeof CheckoutResult>

/** The result of a sale, from its record or its ids. */
export const completedCheckout = ({
  orderId,
  ticketId,
  paymentId,
}: SaleIds): CheckoutResult => ({ status: 'completed', orderId, ticketId, paymentId })

/** A payment that was received and has no sale yet. */
export const PaidPayment = z.object({ status: z.literal('paid') })

/** A payment that is not confirmed. */
export const PendingPayment = z.object({
  status: z.literal('pending'),
  /** Present only when the node could not be asked. */
  nodeReachable: z.literal(false).optional(),
})
export type PendingPayment = z.output<typeof PendingPayment>

/** A payment without a sale, as payment-status answers it. */
export type PaymentStatus = z.output<typeof PaidPayment> | PendingPayment
