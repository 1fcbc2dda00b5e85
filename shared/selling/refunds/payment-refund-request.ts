import * as z from 'zod'
import { nonBlank, orElse, recordId } from '../../platform/validation/fields.ts'
import { usedFailures } from '../sales/unmatched-payment.ts'
import { excessText } from './refund-request.ts'

/** Body of a refund of a payment that nothing was sold for. */
export const PaymentRefundRequest = z
  .object({
    invoice: nonBlank.describe(
      'BOLT11 invoice of exactly the satoshis that were sent; it pays them back',
    ),
    excess: orElse(z.boolean(), false).describe(excessText),
  })
  .meta({ id: 'PaymentRefundRequest', description: 'Where a payment goes back to' })

/** Reply of such a refund. */
export const RefundedPayment = z
  .object({
    id: recordId('the refund'),
    paymentHash: z.string().describe('Of the payment that went back'),
    satoshiAmount: z.int().describe('In satoshis'),
  })
  .meta({ id: 'RefundedPayment', description: 'A payment that went back' })
export type RefundedPayment = Readonly<z.output<typeof RefundedPayment>>

/** The refusals of a payment's refund. */
export const paymentRefundFailures = [
  'adminRequired',
  'refundInvoiceExpiry',
  'refundInvoiceMissingAmount',
  'refundInvoiceAmountMismatch',
  'refundInProgress',
  'alreadyRefunded',
  ...usedFailures,
] as const
