import * as z from 'zod'
import { optionalText, rate, text } from '../validation/fields.ts'
import { positive, reference, scannedCode } from './fields.ts'

/** Body of POST /wallet/createinvoice and POST /wallet/invoice. */
export const InvoiceInput = z.object({
  description: text,
  /** Without it, the payer chooses the amount. */
  amountSat: positive.nullish(),
  externalId: reference,
  expirySeconds: positive.nullish(),
  exchangeRate: rate.nullish(),
  exchangeRateCurrency: optionalText,
  fiatAmount: rate.nullish(),
})
export type InvoiceInput = z.output<typeof InvoiceInput>

/** Body of POST /wallet/decodeinvoice; any text, so that the reply can say it is no invoice. */
export const EncodedInvoice = z.object({ invoice: scannedCode })

/** Reply of POST /wallet/decodeinvoice. */
export const DecodedInvoice = z.object({
  amountSat: z.int().nullable(),
  description: z.string().nullable(),
})
