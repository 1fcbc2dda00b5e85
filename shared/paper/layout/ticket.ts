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
    quantity: z.int(),
    name: printedText,
    price: majorUnits,
    comments: z.array(printedText).optional(),
  })
  .meta({ id: 'TicketItem' })
export type TicketItem = z.infer<typeof TicketItem>

/** A ticket as a till sends it to be printed. Prices and total are in major units. */
export const TicketData = z
  .object({
    ticketId: printedText,
    tableName: printedText,
    roomName: printedText,
    date: printedText,
    items: z.array(TicketItem),
    total: majorUnits,
    invoice: printedText.nullable().optional(),
  })
  .meta({ id: 'TicketData', description: 'A ticket to print' })
export type TicketData = z.infer<typeof TicketData>
