import * as z from 'zod'
import { findCurrency } from '../money/currencies.ts'
import { findPaymentMethod } from '../money/payment-methods.ts'
import { decimalCents, id, majorUnits, text } from '../validation/fields.ts'
import { failing } from '../validation/parse.ts'

/** A payment on the wire; `amount` is a decimal. */
export const Payment = z
  .object({
    id: z.string(),
    methodId: z.string(),
    currencyId: z.string(),
    transactionId: z.string().describe('Of the card payment; may be blank'),
    amount: majorUnits,
  })
  .meta({ id: 'Payment', description: 'A payment' })
export type Payment = z.output<typeof Payment>

/** What a client sends of a payment; an update keeps a transaction that is left out. */
export const PaymentInput = z
  .object({
    methodId: z.string().refine(findPaymentMethod, failing('paymentMethodNotFound')),
    currencyId: z.string().refine(findCurrency, failing('currencyNotFound')),
    transactionId: text.nullish().transform((value) => (value === null ? '' : value)),
    amount: decimalCents,
  })
  .meta({
    id: 'PaymentInput',
    description: 'An update keeps a transactionId that is left out',
  })

/** A payment's input with its amount named in cents. */
export type PaymentFields = Omit<z.output<typeof PaymentInput>, 'amount'> & {
  readonly amountCents: number
}

/** A link between a payment and a ticket on the wire. */
export const TicketPayment = z
  .object({ paymentId: z.string(), ticketId: z.string() })
  .meta({ id: 'TicketPayment', description: 'The link of a payment to a ticket' })
export type TicketPayment = Readonly<z.output<typeof TicketPayment>>

export const TicketPaymentInput = z
  .object({ paymentId: id, ticketId: id })
  .meta({ id: 'TicketPaymentInput' })

/** What satoshis were worth when they were paid, as the client sent it. */
export type Rates = {
  readonly exchangeRateAtPayment: number | null
  readonly exchangeRateCurrency: string | null
  readonly fiatAmountAtPayment: number | null
}

/** What a Lightning payment has beyond its amount. */
export type LightningTender = Rates & {
  readonly satoshiAmount: number | null
  /** In lower case. */
  readonly paymentHash: string | null
}
