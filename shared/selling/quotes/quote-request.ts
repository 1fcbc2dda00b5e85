import * as z from 'zod'
import { invoiceWarningField } from '../../lightning/node/node-schemas.ts'
import {
  cents,
  id,
  isoTime,
  natural,
  recordId,
} from '../../platform/validation/fields.ts'
import { failing } from '../../platform/validation/parse.ts'
import { QuoteItem } from '../checkout/checkout-request.ts'
import { discountAmount, tipAmount } from '../sales/tenders.ts'

const amounts = {
  discountAmount,
  tipAmount,
  paidCents: natural
    .nullish()
    .describe('What other tenders pay, in cents')
    .transform((cents) => cents ?? 0),
}

const CartQuoteRequest = z
  .object({
    kind: z.literal('store'),
    items: z
      .array(QuoteItem, failing('checkoutEmpty'))
      .describe('A line for each product, or amount keyed in'),
    ...amounts,
  })
  .meta({ id: 'CartQuoteRequest', description: 'A cart that is to be quoted' })

const BillQuoteRequest = z
  .object({
    kind: z.literal('order'),
    orderId: id.describe('Id of the order whose bill it is'),
    ...amounts,
  })
  .meta({ id: 'BillQuoteRequest', description: 'A bill that is to be quoted' })

/** Body of POST /quotes. Amounts are cents once it is read. */
export const QuoteRequest = z.discriminatedUnion('kind', [
  CartQuoteRequest,
  BillQuoteRequest,
])
export type CartQuoteRequest = Readonly<z.output<typeof CartQuoteRequest>>
export type BillQuoteRequest = Readonly<z.output<typeof BillQuoteRequest>>

/** Reply of POST /quotes. */
export const Quote = z
  .object({
    quoteId: recordId('the quote'),
    totalCents: cents.describe('Price of the goods, with the tip; in cents'),
    dueCents: cents.describe('What the invoice pays of it, in cents'),
    amountSat: z.int().describe("The invoice's amount, rounded up; in satoshis"),
    rate: z.number().describe('Units of the currency for one bitcoin'),
    currency: z.string().describe('ISO 4217, such as EUR'),
    rateSource: z.string().describe('Who said the rate, such as kraken'),
    asOf: isoTime.describe('When they said it'),
    invoice: z.string().describe('BOLT11 invoice, for a QR code'),
    paymentHash: z.string().describe("The invoice's payment hash, 64 characters in hex"),
    expiresAt: isoTime.describe('When the invoice can no longer be paid'),
  })
  .meta({
    id: 'Quote',
    description: 'A price in satoshis, and the invoice that asks for it',
  })
export type Quote = Readonly<z.output<typeof Quote>>

/** Reply of POST /quotes. */
export const NewQuote = Quote.extend({ warning: invoiceWarningField }).meta({
  id: 'NewQuote',
  description: 'A quote that was just made',
})
export type NewQuote = Readonly<z.output<typeof NewQuote>>

const QuoteStatus = z.enum(['open', 'paid', 'sold', 'expired', 'refunded']).meta({
  id: 'QuoteStatus',
  description: 'What has become of the payment of a quote',
})
export type QuoteStatus = z.output<typeof QuoteStatus>

/** Reply of GET /quotes/{id}. */
export const QuoteWithStatus = Quote.extend({
  status: QuoteStatus,
  orderId: recordId('the order that it bought').optional(),
}).meta({ id: 'QuoteWithStatus', description: 'A quote and what has become of it' })
