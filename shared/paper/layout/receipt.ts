import * as z from 'zod'
import { fitsCents } from '../../platform/money/decimal.ts'
import { maxTextLength, text } from '../../platform/validation/fields.ts'
import { Bitmap } from './bitmap.ts'
import { ReceiptLanguage } from './language.ts'
import { PrintSettings } from './print-settings.ts'
import { TemplateElement } from './template.ts'

/** An amount that stays exact when it is rounded to cents. */
const majorUnits = z.number().describe('In major units').refine(fitsCents, 'is too large')

/** Any text is printed. Half a surrogate pair, as tills cut names off, becomes U+FFFD. */
const printedText = z
  .string()
  .max(maxTextLength, 'is too long')
  .overwrite((value) => value.toWellFormed())

const TicketItem = z
  .object({
    quantity: z.int().describe('Units'),
    name: printedText.describe('Name of the item, such as Coffee'),
    price: majorUnits,
    comments: z.array(printedText).optional().describe('Printed below; at most 20'),
  })
  .meta({ id: 'TicketItem' })

/** A ticket as a till sends it to be printed. Prices and total are in major units. */
export const TicketData = z
  .object({
    ticketId: printedText.describe('Printed number, such as T-17'),
    tableName: printedText.describe('Printed name, such as Window'),
    roomName: printedText.describe('Printed name, such as Hall'),
    date: printedText.describe('Printed as sent, such as 2026-11-21'),
    items: z.array(TicketItem).describe('Its items, 500 at most'),
    total: majorUnits,
    invoice: printedText.nullable().optional().describe('Printed as a QR code'),
  })
  .meta({ id: 'TicketData', description: 'A ticket to print' })
export type TicketData = z.infer<typeof TicketData>

/** An item without a price prints none: a kitchen needs no prices. */
export const PrintedItem = TicketItem.extend({
  price: majorUnits.nullable(),
  /** Discount of this line alone, which the ticket's discount includes. */
  discount: majorUnits.optional(),
  /** The letters of its taxes, which the summary of taxes explains. */
  taxLetters: text.optional(),
  course: text.optional(),
  /** The last of its comments, which a kitchen must not miss. */
  notes: text.optional(),
})
export type PrintedItem = z.infer<typeof PrintedItem>

const PrintedTax = z.object({
  /** Such as A; where the items have several rates. */
  letter: text.optional(),
  name: text,
  ratePercent: z.number(),
  net: majorUnits,
  tax: majorUnits,
})

/** A payment of a sale. */
const PrintedTender = z.object({
  method: text,
  amount: majorUnits,
  given: majorUnits.optional(),
  change: majorUnits.optional(),
  satoshis: z.int().optional(),
  /** Rate with its currency, such as "91250.00 EUR". */
  exchangeRate: text.optional(),
  /** Source of the rate, such as kraken. */
  rateSource: text.optional(),
})

const PrintedRefund = z.object({
  /** Such as R-7. */
  number: text.optional(),
  date: text,
  method: text,
  amount: majorUnits,
  /** The amount less what was handed over in cash. */
  rounding: majorUnits.optional(),
})

/** Rows of a label and a value, under a title; a number is an amount in major units. */
const Summary = z.object({
  title: text,
  rows: z.array(z.object({ label: text, value: z.union([majorUnits, text]) })),
})
export type Summary = z.infer<typeof Summary>

/** Buyer of a sale. */
const PrintedBuyer = z.object({
  /** null where the buyer was taken off the sale. */
  name: text.nullable(),
  taxId: text.optional(),
  address: text.optional(),
  email: text.optional(),
  /** Time when the sale got this buyer, if that was after the sale. */
  changedAt: text.optional(),
})

/** Details of a sale from the server's records, beyond a till's ticket. */
const Details = z
  .object({
    number: z.int(),
    /** As people read it, where that is not the number alone. */
    receiptNumber: text,
    cashier: text,
    /** The acronym of the amounts' currency. */
    currency: text,
    /** Decimals of amounts; two by default. */
    fractionDigits: z.literal([0, 2]),
    /** Form of words and numbers; English by default. */
    language: ReceiptLanguage.catch('en'),
    /** The acronym of the shop's currency, where the language's signs and words follow it. */
    shopCurrency: text,
    /** Time of the sale, or of the order's start while it is not paid, with seconds. */
    time: text,
    /** Time at which the bill of a sale was opened, if that is another moment. */
    openedAt: text,
    /** Code by which the kitchen calls an order without a table. */
    orderCode: text,
    /** Position among the tickets of an order for several stations, such as 1 of 2. */
    part: text,
    /** Tips that guests may give: the percentage, and what it comes to. */
    tipSuggestions: z.array(z.object({ percent: text, amount: majorUnits })),
    /** The sum of the items, before discounts, added taxes and tip. */
    subtotal: majorUnits,
    discount: majorUnits,
    /** Taxes that come on top of the items; those in their prices do not count. */
    addedTax: majorUnits,
    /** Amount that the till charged beyond all of these; below 0 when it charged less. */
    adjustment: majorUnits,
    tip: majorUnits,
    /** Amount that cash pays beyond the total; below 0 when it pays less. */
    rounding: majorUnits,
    taxes: z.array(PrintedTax),
    tenders: z.array(PrintedTender),
    refunds: z.array(PrintedRefund),
    paymentHash: text,
    /** End of its invoice's validity, such as 14:05. */
    payUntil: text,
    buyer: PrintedBuyer,
    /** Text that a certified device beside the till signed, as it was sent. */
    fiscal: text,
    /** Address of the page that shows the receipt. */
    receiptPage: text,
    summaries: z.array(Summary),
  })
  .partial()
export type Details = z.infer<typeof Details>

/** The ticket that a print job carries: what a till sends, or more from the records. */
export const PrintedTicket = TicketData.extend({
  items: z.array(PrintedItem),
  /** null prints no total. */
  total: majorUnits.nullable(),
  details: Details.optional(),
})
export type PrintedTicket = z.infer<typeof PrintedTicket>

/** The business data that `{{config.*}}` placeholders print. */
export const ShopConfig = z.object({
  businessName: z.string().nullable(),
  businessAddress: z.string().nullable(),
  businessPhone: z.string().nullable(),
  businessEmail: z.string().nullable(),
  businessTaxId: z.string().nullish(),
  receiptHeader: z.string().nullish(),
  receiptFooter: z.string().nullish(),
})
export type ShopConfig = z.infer<typeof ShopConfig>

/** Everything on the paper: the elements of a template and the data for them. */
export const Receipt = z.object({
  elements: z.array(TemplateElement),
  ticket: PrintedTicket,
  config: ShopConfig.nullable(),
  logo: Bitmap.optional(),
  /** Letters that the code page lacks are drawn; stored templates respell them. */
  keepsLetters: z.literal(true).optional(),
  /** Opens the drawer and prints nothing. */
  drawerOnly: z.literal(true).optional(),
  /** Absent for paper of 48 columns and the like, as older clouds have it. */
  settings: PrintSettings.optional(),
})
export type Receipt = z.infer<typeof Receipt>
