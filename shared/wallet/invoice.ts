import * as z from 'zod'
import {
  fiatAmount,
  nullableText,
  rate,
  rateCurrency,
  text,
} from '../validation/fields.ts'
import { positive, reference, scannedCode } from './fields.ts'

/** Ten years: a node that is asked for far longer fails. */
const maxExpirySeconds = 10 * 366 * 86_400

/** Body of POST /wallet/createinvoice and POST /wallet/invoice. */
export const InvoiceInput = z
  .object({
    description: text.describe('Cut to 128 characters, such as Green tea'),
    amountSat: positive.nullish().describe('In satoshis; without it the payer chooses'),
    externalId: reference.describe("The till's own reference for the payment"),
    expirySeconds: positive
      .max(maxExpirySeconds)
      .nullish()
      .describe('In seconds, at most ten years; an hour if it is left out'),
    exchangeRate: rate,
    exchangeRateCurrency: rateCurrency,
    fiatAmount,
  })
  .meta({
    id: 'InvoiceInput',
    example: { amountSat: 4200, externalId: 'till-1', expirySeconds: 600 },
  })
export type InvoiceInput = z.output<typeof InvoiceInput>

/** Body of POST /wallet/decodeinvoice; any text, so that the reply can say that it is not an invoice. */
export const EncodedInvoice = z
  .object({
    invoice: scannedCode.describe('Text of a scanned code'),
  })
  .meta({ id: 'EncodedInvoice' })

/** Reply of POST /wallet/decodeinvoice. */
export const DecodedInvoice = z
  .object({
    amountSat: z.int().nullable().describe('In satoshis; null when the payer chooses'),
    description: nullableText.describe("The invoice's own text; null without one"),
  })
  .meta({ id: 'DecodedInvoice', description: 'What an invoice says' })
