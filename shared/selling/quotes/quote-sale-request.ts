import * as z from 'zod'
import { idOf, isObject, orElse, text } from '../../platform/validation/fields.ts'
import { SettleFields, SettleRequest } from '../bills/bill-requests.ts'
import { CheckoutForm, CheckoutIfPaidRequest } from '../checkout/checkout-request.ts'
import { buyerOfSale } from '../sales/buyer.ts'
import { fiscal } from '../sales/fiscal.ts'
import { saleId, saleNumber } from '../sales/sale-id.ts'
import { readTender, TenderInputs } from '../sales/tenders.ts'

/** The tenders beside the quote's own, as the sale takes them. */
const otherTenders = TenderInputs.refine(
  (tenders) => tenders.every(({ paymentHash }) => paymentHash === null),
  'have no paymentHash beside a quote',
)
  .nullish()
  .transform((tenders) => tenders?.map(readTender))

const fields = {
  quoteId: idOf('the quote, in place of goods and sums'),
  saleId,
  number: saleNumber,
  userId: idOf('the user who sells; the caller if it is left out').nullish(),
  tenders: otherTenders.describe('What other tenders pay'),
  buyer: buyerOfSale,
  fiscal,
}

/** Fields that only the quote gives. */
const inQuote = [
  'items',
  'amount',
  'discountAmount',
  'tipAmount',
  'paymentHash',
  'satoshiAmount',
]

const CartQuoteSale = z
  .object({
    ...fields,
    ticketNotes: orElse(text, '').describe('Free text on the ticket'),
  })
  .meta({ id: 'CartQuoteSale', description: 'The cart of a quote, once it is paid' })
export type CartQuoteSale = Readonly<z.output<typeof CartQuoteSale>>

const BillQuoteSale = z
  .object(fields)
  .meta({ id: 'BillQuoteSale', description: 'The bill of a quote, once it is paid' })
export type BillQuoteSale = Readonly<z.output<typeof BillQuoteSale>>

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

const isQuoteSale = (body: unknown): body is Readonly<Record<string, unknown>> =>
  isObject(body) && typeof body.quoteId === 'string' && body.quoteId.trim() !== ''

/** Schema of a body in which a quote replaces goods and sums, or another body. */
const quoteOr = <Quoted extends z.ZodType, Other extends z.ZodType>(
  quoted: Quoted,
  other: Other,
) =>
  z.unknown().transform((body, context): z.output<Quoted> | z.output<Other> => {
    const extra = isQuoteSale(body)
      ? inQuote.find((name) => isGiven(body[name]))
      : undefined
    if (extra !== undefined) {
      context.addIssue({
        code: 'custom',
        path: [extra],
        message: 'is what the quote says',
      })
      return z.NEVER
    }
    const result = (isQuoteSale(body) ? quoted : other).safeParse(body)
    if (result.success) return result.data
    for (const { path, message } of result.error.issues) {
      context.addIssue({ code: 'custom', path: [...path], message })
    }
    return z.NEVER
  })

/** Body of POST /store/orders/checkout-if-paid. */
export const PaidSaleRequest = quoteOr(CartQuoteSale, CheckoutIfPaidRequest)
/** Sale of a cart or its quote, for documents. */
export const PaidSaleForm = z.union([CheckoutForm, CartQuoteSale])

/** Body of POST /orders/{id}/settle. */
export const BillSaleRequest = quoteOr(BillQuoteSale, SettleRequest)
/** Sale of a bill or its quote, for documents. */
export const BillSaleForm = z.union([SettleFields, BillQuoteSale])
