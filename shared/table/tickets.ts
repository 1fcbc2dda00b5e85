import { type Item, inCollection, type Key } from './keys.ts'

/** Pending, paid or cancelled; any may follow any (open-areas, section 8). */
export type TicketStatus = 1 | 2 | 3

export const ticketPaid: TicketStatus = 2

/** A ticket of an order of either kind, linked with its payments (see payments.ts). */
export type Ticket = Item & {
  readonly id: string
  readonly orderId: string
  readonly userId: string
  readonly ticketDate: string
  readonly status: TicketStatus
  readonly totalCents: number
  readonly notes: string
  readonly paymentIds: readonly string[]
}

export const ticketKey = (id: string): Key => inCollection('TICKET', id)

/**
 * A moment as a ticket's date: UTC without zone suffix, because existing clients append
 * the `Z` themselves.
 */
export const ticketDateOf = (ms: number) => new Date(ms).toISOString().slice(0, 19)
