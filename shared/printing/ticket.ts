import * as z from 'zod'
import { fitsCents } from '../money/decimal.ts'
import { text } from '../validation/fields.ts'

/** An amount that stays exact when it is rounded to cents. */
export const majorUnits = z
  .number()
  .describe('In major units')
  .refine(fitsCents, 'is too large')

export const TicketItem = z
  .object({
    quantity: z.int(),
    name: text,
    price: majorUnits,
    comments: z.array(text).optional(),
  })
  .meta({ id: 'TicketItem' })
export type TicketItem = z.infer<typeof TicketItem>

/** A ticket as a till sends it to be printed. Prices and total are in major units. */
export const TicketData = z
  .object({
    ticketId: text,
    tableName: text,
    roomName: text,
    date: text,
    items: z.array(TicketItem),
    total: majorUnits,
    invoice: text.nullable().optional(),
  })
  .meta({ id: 'TicketData', description: 'A ticket to print' })
export type TicketData = z.infer<typeof TicketData>
