import * as z from 'zod'
import { optionalText, rate } from '../validation/fields.ts'
import { paymentCode, positive, reference } from './fields.ts'

/** Body of POST /wallet/payinvoice. */
export const InvoicePaymentInput = z
  .object({
    invoice: paymentCode,
    /** Without it, the invoice's own amount is paid. */
    amountSat: positive
      .nullish()
      .describe("In satoshis; the invoice's own if it is left out"),
    exchangeRate: rate.nullish(),
    exchangeRateCurrency: optionalText,
  })
  .meta({ id: 'InvoicePaymentInput' })
export type InvoicePaymentInput = z.output<typeof InvoicePaymentInput>

/** Body of POST /wallet/payoffer. */
export const OfferPaymentInput = z
  .object({
    offer: paymentCode,
    amountSat: positive.nullish().describe('In satoshis'),
    message: reference,
  })
  .meta({ id: 'OfferPaymentInput' })
