import * as z from 'zod'
import { text } from '../../validation/fields.ts'
import { majorUnits, TicketData, TicketItem } from './ticket.ts'

/** An item without a price prints none: a kitchen needs no prices. */
export const PrintedItem = TicketItem.extend({ price: majorUnits.nullable() })
export type PrintedItem = z.infer<typeof PrintedItem>

const PrintedTax = z.object({
  name: text,
  ratePercent: z.number(),
  net: majorUnits,
  tax: majorUnits,
})

/** One way in which a sale was paid. */
const PrintedTender = z.object({
  method: text,
  amount: majorUnits,
  given: majorUnits.optional(),
  change: majorUnits.optional(),
  satoshis: z.int().optional(),
  /** With its currency, such as "91250.00 EUR". */
  exchangeRate: text.optional(),
})

const PrintedRefund = z.object({ date: text, method: text, amount: majorUnits })

/** Rows of a label and a value, under a title; a number is an amount in major units. */
const Summary = z.object({
  title: text,
  rows: z.array(z.object({ label: text, value: z.union([majorUnits, text]) })),
})
export type Summary = z.infer<typeof Summary>

/** What the server's records know of a sale beyond the ticket of a till. */
const Details = z
  .object({
    number: z.int(),
    cashier: text,
    /** The acronym of the amounts' currency. */
    currency: text,
    /** The sum of the items, before discounts, added taxes and tip. */
    subtotal: majorUnits,
    discount: majorUnits,
    /** Taxes that come on top of the items; those in their prices do not count. */
    addedTax: majorUnits,
    /** What the till charged more than all of these, or less when negative. */
    adjustment: majorUnits,
    tip: majorUnits,
    taxes: z.array(PrintedTax),
    tenders: z.array(PrintedTender),
    refunds: z.array(PrintedRefund),
    paymentHash: text,
    summaries: z.array(Summary),
  })
  .partial()

/** The ticket that a print job carries: what a till sends, or more from the records. */
export const PrintedTicket = TicketData.extend({
  items: z.array(PrintedItem),
  /** null prints no total. */
  total: majorUnits.nullable(),
  details: Details.optional(),
})
export type PrintedTicket = z.infer<typeof PrintedTicket>
