import * as z from 'zod'
import { optionalText, rate, text } from '../validation/fields.ts'
import { positive, reference, scannedCode } from './fields.ts'

/** Ten years: a node that is asked for far longer fails. */
const maxExpirySeconds = 10 * 366 * 86_400

/** Body of POST /wallet/createinvoice and POST /wallet/invoice. */
export const InvoiceInput = z
  .object({
    description: text.describe('Cut to 128 characters'),
    /** Without it, the payer chooses the amount. */
    amountSat: positive.nullish().describe('In satoshis; without it the payer chooses'),
    externalId: reference,
    expirySeconds: positive
      .max(maxExpirySeconds)
      .nullish()
      .describe('In seconds, at most ten years; an hour if it is left out'),
    exchangeRate: rate.nullish(),
    exchangeRateCurrency: optionalText,
    fiatAmount: rate.nullish(),
  })
  .meta({ id: 'InvoiceInput' })
export type InvoiceInput = z.output<typeof InvoiceInput>

/** Body of POST /wallet/decodeinvoice; any text, so that the reply can say it is no invoice. */
export const EncodedInvoice = z
  .object({ invoice: scannedCode })
  .meta({ id: 'EncodedInvoice' })

/** Reply of POST /wallet/decodeinvoice. */
export const DecodedInvoice = z
  .object({
    amountSat: z.int().nullable().describe('In satoshis; null when the payer chooses'),
    description: z.string().nullable(),
  })
  .meta({ id: 'DecodedInvoice', description: 'What an invoice says' })
