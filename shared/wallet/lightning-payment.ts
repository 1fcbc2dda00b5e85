import * as z from 'zod'
import { optionalText, rate } from '../validation/fields.ts'
import { paymentCode, positive, reference } from './fields.ts'

/** Body of POST /wallet/payinvoice. */
export const InvoicePaymentInput = z.object({
  invoice: paymentCode,
  /** Without it, the invoice's own amount is paid. */
  amountSat: positive.nullish(),
  exchangeRate: rate.nullish(),
  exchangeRateCurrency: optionalText,
})
export type InvoicePaymentInput = z.output<typeof InvoicePaymentInput>

/** Body of POST /wallet/payoffer. */
export const OfferPaymentInput = z.object({
  offer: paymentCode,
  amountSat: positive.nullish(),
  message: reference,
})
