import * as z from 'zod'
import { cents, isoTime, nonBlank } from '../../platform/validation/fields.ts'

/** A payment that was received and that no sale knows. */
export const UnmatchedPayment = z
  .object({
    paymentHash: z.string().describe('Payment hash in hex, 64 characters'),
    amountSat: z
      .int()
      .nullable()
      .describe('Satoshis that the customer sent; null where the node did not say'),
    receivedAt: isoTime,
    cents: cents
      .optional()
      .describe(
        "What it is worth in cents of the shop's currency, rounded down, by the rate kept with it",
      ),
    rate: z.number().optional().describe('That rate: what a bitcoin cost'),
    payCodeId: z.string().optional().describe('Id of the pay code that it was paid to'),
    quoteId: z.string().optional().describe('Id of the quote that it was paid for'),
    comment: z.string().optional().describe('What the payer wrote'),
  })
  .meta({ id: 'UnmatchedPayment', description: 'A payment that no sale knows' })

const maxReasonLength = 200

/** Body of POST /payments/unmatched/{hash}/dismiss. */
export const DismissRequest = z
  .object({
    reason: nonBlank
      .max(maxReasonLength)
      .describe('Why nothing is sold for it, such as a test of the node'),
  })
  .meta({ id: 'DismissRequest', description: 'Why a payment is taken off the list' })

/** The refusals of a payment that something has become of. */
export const usedFailures = [
  'paymentAlreadySold',
  'paymentAttached',
  'paymentDismissed',
  'paymentRefunded',
] as const
