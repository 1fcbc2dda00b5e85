import * as z from 'zod'
import { decimalCents, id, text } from '../validation/fields.ts'

export const ticketPending = 1
export const ticketPaid = 2
export const ticketCancelled = 3

/** A ticket's status; any status may follow any other. */
const TicketStatus = z.literal([ticketPending, ticketPaid, ticketCancelled])

/** A ticket on the wire; `totalAmount` is a decimal. */
export const Ticket = z.object({
  id: z.string(),
  orderId: z.string(),
  userId: z.string(),
  ticketDate: z.string(),
  status: TicketStatus,
  totalAmount: z.number(),
  notes: z.string(),
})
export type Ticket = z.output<typeof Ticket>

/** What a client sends of a ticket. */
export const TicketInput = z.object({
  orderId: id,
  userId: id,
  ticketDate: text,
  status: TicketStatus,
  totalAmount: decimalCents,
  notes: text,
})
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
