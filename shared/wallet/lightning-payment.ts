import * as z from 'zod'
import { rate, rateCurrency } from '../validation/fields.ts'
import { paymentCode, positive, reference } from './fields.ts'

/** Body of POST /wallet/payinvoice. */
export const InvoicePaymentInput = z
  .object({
    invoice: paymentCode.describe('BOLT11 invoice, as a QR code shows it'),
    amountSat: positive
      .nullish()
      .describe("In satoshis; the invoice's own if it is left out"),
    exchangeRate: rate,
    exchangeRateCurrency: rateCurrency,
  })
  .meta({ id: 'InvoicePaymentInput' })
export type InvoicePaymentInput = z.output<typeof InvoicePaymentInput>

/** Body of POST /wallet/payoffer. */
export const OfferPaymentInput = z
  .object({
    offer: paymentCode.describe('BOLT12 offer, such as lno1…'),
    amountSat: positive.nullish().describe('In satoshis'),
    message: reference.describe('Note to the recipient'),
  })
  .meta({ id: 'OfferPaymentInput' })
