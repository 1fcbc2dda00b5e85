import * as z from 'zod'
import { paymentHashOf } from '../lightning/payment-hash.ts'
import {
  decimalCents,
  id,
  integer,
  natural,
  optionalText,
  rate,
  text,
} from '../validation/fields.ts'

const textOrNone = text.nullish().transform((value) => value ?? '')

const paymentHash = optionalText
  .describe('Makes the sale one per payment')
  .transform((hash) => (hash ? paymentHashOf(hash) : null))

const CheckoutItem = z
  .object({
    productId: id,
    quantity: z.number().describe('Units, from 1'),
    priceAtOrder: integer.describe('In cents'),
  })
  .meta({ id: 'CheckoutItem', description: 'Units of a product in a cart' })

/**
 * The body of checkout. Only its form is checked here: whether it can be sold is checked
 * by the sale, after the payment.
 */
export const CheckoutRequest = z
  .object({
    userId: id,
    items: z.array(CheckoutItem),
    paymentMethodId: id,
    currencyId: id,
    amount: decimalCents,
    transactionId: textOrNone,
    ticketNotes: textOrNone,
    satoshiAmount: natural.nullish().describe('Satoshis that are to be paid'),
    exchangeRateAtPayment: rate.nullish(),
    paymentHash,
    exchangeRateCurrency: optionalText,
    fiatAmountAtPayment: rate.nullish(),
  })
  .meta({ id: 'CheckoutRequest', description: 'A cart and its payment' })
/** `amount` and `priceAtOrder` are cents; `paymentHash` is in lower case. */
export type CheckoutRequest = z.output<typeof CheckoutRequest>

const paymentHashRequired = 'paymentHashRequired'

/**
 * The body of checkout-if-paid. Its paymentHash comes first, so that a missing one is
 * reported before any other fault.
 */
export const CheckoutIfPaidRequest = z
  .object(
    {
      paymentHash: z
        .string(paymentHashRequired)
        .refine((hash) => hash.trim() !== '', { error: paymentHashRequired, abort: true })
        .pipe(text)
        .transform(paymentHashOf),
      ...CheckoutRequest.omit({ paymentHash: true }).shape,
    },
    paymentHashRequired,
  )
  .meta({ id: 'CheckoutIfPaidRequest', description: 'A cart and its Lightning payment' })
export type CheckoutIfPaidRequest = z.output<typeof CheckoutIfPaidRequest>
