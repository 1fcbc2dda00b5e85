import * as z from 'zod'
import { ModifierChoices } from '../../catalog/modifier-choice.ts'
import {
  decimalCents,
  id,
  idOf,
  natural,
  orElse,
  recordId,
  text,
} from '../../platform/validation/fields.ts'
import { isUuid } from '../../uuid.ts'
import { buyerOfSale } from '../sales/buyer.ts'
import { fiscal } from '../sales/fiscal.ts'
import { SaleFlag } from '../sales/sale-on-wire.ts'
import { TenderInputs, tipAmount } from '../sales/tenders.ts'

/** The most sales of a request, lines of a sale, and bytes of a sale as JSON. */
export const maxSales = 25
const maxLines = 300
export const maxSaleBytes = 64 * 1024
const maxNameLength = 200
const maxTaxes = 20
const maxNotesLength = 4 * 1024
/** No stock limits units that are written by hand: reports add them up. */
const maxUnits = 1_000_000_000

const name = text
  .min(1)
  .max(maxNameLength)
  .refine((value) => !/\p{Cc}/u.test(value), 'must not have control characters')

const moment = z.iso.datetime({ offset: true })

const OfflineItem = z
  .object({
    productId: orElse(idOf('the product; left out for an amount keyed in'), ''),
    variantId: orElse(idOf('its variant'), undefined),
    name: name.describe('As it stands on the receipt'),
    quantity: z.int().min(1).max(maxUnits).describe('Units, from 1'),
    priceAtOrder: natural.describe('Of one unit with its modifiers, in cents'),
    discountCents: orElse(natural, 0).describe('Discount on this line, in cents'),
    modifiers: ModifierChoices,
    taxId: orElse(id, undefined).describe(
      'One of `taxes`; left out for a line without tax',
    ),
  })
  .meta({ id: 'OfflineItem', description: 'A line of a receipt that a till made alone' })

const OfflineTax = z
  .object({
    taxId: id.min(1).describe('By which the lines name it'),
    name: name.describe('Such as VAT'),
    ratePercent: z
      .number()
      .min(0)
      .max(100)
      .describe('In percent, with three decimals at most'),
    netCents: natural.describe('What was taxed, in cents'),
    taxCents: natural.describe('The tax, in cents'),
  })
  .meta({ id: 'OfflineTax', description: 'A tax as it stands on the receipt' })

/** A sale that a till made without the cloud, as its receipt says. */
export const OfflineSale = z
  .object({
    saleId: id
      .refine(isUuid, 'must be a UUID')
      .transform((value) => value.toLowerCase())
      .describe('A UUID that the till made; it becomes the id of the order'),
    soldAt: moment.describe("By the till's clock, such as 2026-05-01T09:30:00Z"),
    number: z.int().min(1).max(999_999_999).describe("In the till's series, such as 42"),
    userId: idOf('the user who sold'),
    proof: z
      .string()
      .max(maxNameLength)
      .nullish()
      .describe(
        "HMAC-SHA256 by the seller's key over the sale without it as RFC 8785 writes it, base64url",
      ),
    currencyId: idOf('the currency of all amounts'),
    items: z.array(OfflineItem).min(1).max(maxLines).describe('The lines, 1 to 300'),
    tenders: TenderInputs.describe('Cash, cards and bank transfers'),
    amount: decimalCents
      .refine((cents) => cents >= 0, 'must be at least 0')
      .describe('What was due with the tip, in major units'),
    discountAmount: orElse(natural, 0).describe('Discount on the whole sale, in cents'),
    tipAmount,
    roundingCents: orElse(z.int(), 0).describe(
      'What cash paid beyond the amount, or less, in cents: it was rounded',
    ),
    ticketNotes: orElse(text.max(maxNotesLength), '').describe('Free text on the ticket'),
    fiscal,
    buyer: buyerOfSale,
    pricesIncludeTax: z.boolean().describe('Whether the prices contain their tax'),
    taxes: z
      .array(OfflineTax)
      .max(maxTaxes)
      .describe('By name and rate, as on the receipt'),
  })
  .meta({ id: 'OfflineSale', description: 'A sale that a till made without the cloud' })
export type OfflineSale = Readonly<z.output<typeof OfflineSale>>

const handIn = {
  sentAt: moment.describe("When it is sent, by the same clock as the sales' times"),
  tillId: orElse(idOf('the till, where an administrator hands in for one'), undefined),
  accept: orElse(z.boolean(), false).describe(
    'Whether an administrator books what was refused',
  ),
  reason: orElse(text.max(maxNameLength), '').describe('Why; required with `accept`'),
}

/** Body of POST /sync/sales. Each sale is read by itself, so that one holds up no other. */
export const HandIn = z
  .object({ ...handIn, sales: z.array(z.unknown()).min(1).max(maxSales) })
  .refine(({ accept, reason }) => !accept || reason.trim() !== '', {
    path: ['reason'],
    message: 'is required to accept',
  })
export type HandIn = Readonly<z.output<typeof HandIn>>

/** Body of POST /sync/sales for documents. */
export const HandInForm = z
  .object({
    ...handIn,
    sales: z.array(OfflineSale).min(1).max(maxSales).describe('1 to 25'),
  })
  .meta({ id: 'HandIn', description: 'Sales of a till, by rising number' })

/** Why a sale is kept by its till for a person. */
export const refusals = [
  'offline_sale_invalid',
  'sale_differs',
  'offline_sale_too_old',
  'offline_tender_not_allowed',
  'offline_currency_differs',
] as const

/** Answer of POST /sync/sales. */
export const HandedIn = z
  .object({
    results: z
      .array(
        z
          .object({
            saleId: z.string().nullable().describe('As it was sent; null for none'),
            status: z
              .enum(['sold', 'already', 'again', 'refused'])
              .describe('`again`: nothing was written, send it again'),
            orderId: recordId('the order').optional(),
            receiptNumber: z.string().optional().describe('Such as B-42'),
            code: z.enum(refusals).optional().describe('Why it was refused'),
            field: z.string().optional().describe('The field at fault'),
            flags: z.array(SaleFlag).describe('What a person should look at'),
          })
          .meta({ id: 'HandInResult', description: 'What became of a sale' }),
      )
      .describe('In the order of the sales'),
  })
  .meta({ id: 'HandedIn', description: 'What became of sales that were handed in' })
export type HandInResult = Readonly<z.output<typeof HandedIn>['results'][number]>
