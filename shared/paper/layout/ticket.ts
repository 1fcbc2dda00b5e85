import * as z from 'zod'
import { fitsCents } from '../../money/decimal.ts'
import { maxTextLength } from '../../validation/fields.ts'

/** An amount that stays exact when it is rounded to cents. */
export const majorUnits = z
  .number()
  .describe('In major units')
  .refine(fitsCents, 'is too large')

/** Any text is printed. Half a surrogate pair, as tills cut names off, becomes U+FFFD. */
const printedText = z
  .string()
  .max(maxTextLength, 'is too long')
  .overwrite((value) => value.toWellFormed())

export const TicketItem = z
  .object({
    quantity: z.int().describe('Units'),
    name: printedText.describe('Name of the item, such as Coffee'),
    price: majorUnits,
    comments: z.array(printedText).optional().describe('Printed below; at most 20'),
  })
  .meta({ id: 'TicketItem' })
export type TicketItem = z.infer<typeof TicketItem>

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
