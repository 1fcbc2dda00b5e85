import * as z from 'zod'
import {
  decimalCents,
  idOf,
  majorUnits,
  recordId,
  text,
} from '../../platform/validation/fields.ts'

const ticketPending = 1
export const ticketPaid = 2
export const ticketCancelled = 3

/** A ticket's status; any status may follow any other. */
const TicketStatus = z
  .literal([ticketPending, ticketPaid, ticketCancelled])
  .describe('1 pending, 2 paid, 3 cancelled')

/** A ticket on the wire; `totalAmount` is a decimal. */
export const Ticket = z
  .object({
    id: recordId(),
    orderId: recordId('the order'),
    userId: recordId('the user who wrote the ticket'),
    ticketDate: z.string().describe('UTC without zone suffix, or as it was sent'),
    status: TicketStatus,
    totalAmount: majorUnits,
    notes: z.string().describe('Free text for people; may be blank'),
    number: z.int().nullable().describe('Null for a ticket that no sale made'),
    tipAmount: majorUnits.describe('Part of the total, in major units'),
    roundingCents: z
      .int()
      .describe('What cash paid beyond the total, or less, in cents: it was rounded'),
    voided: z.literal(true).optional().describe('Deleted, but its number stays'),
  })
  .meta({ id: 'Ticket', description: 'A ticket of an order' })
export type Ticket = z.output<typeof Ticket>

/** A ticket as clients send it. */
export const TicketInput = z
  .object({
    orderId: idOf('the order'),
    userId: idOf('the user who writes the ticket'),
    ticketDate: text.describe('Kept as sent; blank is now'),
    status: TicketStatus,
    totalAmount: decimalCents,
    notes: text.describe('Free text for people; may be blank'),
  })
  .meta({ id: 'TicketInput' })
export type TicketInput = z.output<typeof TicketInput>

/** A ticket's input with its total named in cents. */
export type TicketFields = Readonly<Omit<TicketInput, 'totalAmount'>> & {
  readonly totalCents: number
}

/**
 * A time as a ticket's date: UTC without zone suffix, because existing clients append the
 * `Z` themselves.
 */
export const ticketDateOf = (ms: number) => new Date(ms).toISOString().slice(0, 19)
