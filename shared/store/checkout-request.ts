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

const paymentHash = optionalText.transform((hash) => (hash ? paymentHashOf(hash) : null))

/**
 * The body of checkout. Only its form is checked here: whether it can be sold is checked
 * by the sale, after the payment.
 */
export const CheckoutRequest = z.object({
  userId: id,
  items: z.array(
    z.object({ productId: id, quantity: z.number(), priceAtOrder: integer }),
  ),
  paymentMethodId: id,
  currencyId: id,
  amount: decimalCents,
  transactionId: textOrNone,
  ticketNotes: textOrNone,
  satoshiAmount: natural.nullish(),
  exchangeRateAtPayment: rate.nullish(),
  paymentHash,
  exchangeRateCurrency: optionalText,
  fiatAmountAtPayment: rate.nullish(),
})
/** `amount` and `priceAtOrder` are cents; `paymentHash` is in lower case. */
export type CheckoutRequest = z.output<typeof CheckoutRequest>

const paymentHashRequired = 'paymentHashRequired'

/**
 * The body of checkout-if-paid. Its paymentHash comes first, so that a missing one is
 * reported before any other fault.
 */
export const CheckoutIfPaidRequest = z.object(
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
export type CheckoutIfPaidRequest = z.output<typeof CheckoutIfPaidRequest>
