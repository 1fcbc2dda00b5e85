import * as z from 'zod'
import { findCurrency, usdId } from '../../platform/money/currencies.ts'
import { cashId, findPaymentMethod } from '../../platform/money/payment-methods.ts'
import {
  decimalCents,
  idOf,
  majorUnits,
  nullableText,
  recordId,
  text,
} from '../../platform/validation/fields.ts'
import { failing } from '../../platform/validation/parse.ts'

/** A payment on the wire; `amount` is a decimal. */
export const Payment = z
  .object({
    id: recordId('the payment, a UUID'),
    methodId: recordId('a payment method, as GET /payments/methods lists them'),
    currencyId: recordId('a currency, as GET /currencies lists them'),
    transactionId: z.string().describe('Of the card payment; may be blank'),
    amount: majorUnits,
  })
  .meta({ id: 'Payment', description: 'A payment' })
export type Payment = z.output<typeof Payment>

/** A payment as clients send it; an update keeps a transaction that is left out. */
export const PaymentInput = z
  .object({
    methodId: recordId('a payment method, as GET /payments/methods lists them').refine(
      findPaymentMethod,
      failing('paymentMethodNotFound'),
    ),
    currencyId: recordId('a currency, as GET /currencies lists them').refine(
      findCurrency,
      failing('currencyNotFound'),
    ),
    transactionId: text
      .nullish()
      .transform((value) => (value === null ? '' : value))
      .describe('Number of the card transaction, from its terminal'),
    amount: decimalCents,
  })
  .meta({
    id: 'PaymentInput',
    description: 'An update keeps a transactionId that is left out',
    example: { methodId: cashId, currencyId: usdId, amount: 5 },
  })

/** A payment's input with its amount named in cents. */
export type PaymentFields = Omit<z.output<typeof PaymentInput>, 'amount'> & {
  readonly amountCents: number
}

/** A link between a payment and a ticket on the wire. */
export const TicketPayment = z
  .object({ paymentId: recordId('the payment'), ticketId: recordId('the ticket') })
  .meta({ id: 'TicketPayment', description: 'The link of a payment to a ticket' })
export type TicketPayment = Readonly<z.output<typeof TicketPayment>>

export const TicketPaymentInput = z
  .object({ paymentId: idOf('the payment'), ticketId: idOf('the ticket') })
  .meta({ id: 'TicketPaymentInput' })

/** Worth of the satoshis when they were paid, as the client sent it. */
export const ratesOnWire = {
  exchangeRateAtPayment: z.number().nullable().describe('As the till sent it'),
  exchangeRateCurrency: nullableText.describe('Its currency; null without a rate'),
  fiatAmountAtPayment: z.number().nullable().describe('As the till sent it'),
}
export type Rates = Readonly<z.output<z.ZodObject<typeof ratesOnWire>>>

/** Satoshis of a Lightning payment, beside those that were asked for. */
export const paidSatoshisOnWire = {
  sentSat: z
    .int()
    .optional()
    .describe('Satoshis that the customer sent; absent where nobody said it'),
  receivedSat: z
    .int()
    .optional()
    .describe(
      'Satoshis that the node received, less its fee; absent where nobody said it',
    ),
  nodeFeeSat: z
    .int()
    .optional()
    .describe('Satoshis that the node kept for a channel; absent for none'),
}
type PaidOnWire = Readonly<z.output<z.ZodObject<typeof paidSatoshisOnWire>>>

/** Fields of a Lightning payment beyond its amount. */
export type LightningTender = Rates &
  PaidOnWire & {
    /** Satoshis asked for. */
    readonly satoshiAmount: number | null
    /** Source of a quote's rate. */
    readonly rateSource?: string
    /** In lower case. */
    readonly paymentHash: string | null
  }
