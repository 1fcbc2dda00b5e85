import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { fromCents } from '../../shared/money/decimal.ts'
import * as tickets from '../../shared/sales/tickets.ts'
import { endpoints, type TicketInput } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => (await tickets.allTickets(page)).map(withTotal),

  one: async ({ params }) => {
    const ticket = await tickets.findTicket(params.id)
    if (!ticket) throw new Failure('notFound')
    return withTotal(ticket)
  },

  create: ({ body, request }) => tickets.createTicket(said(body, request.nowMs)),

  update: async ({ params: { id }, body, request }) => {
    await tickets.changeTicket(id, said(body, request.nowMs))
    return { id }
  },

  remove: ({ params }) => tickets.deleteTicket(params.id),
})

/** A ticket as the client said it; a blank date is now, any other stays to the letter. */
const said = (
  { totalAmount: totalCents, ticketDate, ...rest }: TicketInput,
  nowMs: number,
) => ({
  ...rest,
  totalCents,
  ticketDate: ticketDate.trim() === '' ? tickets.ticketDateOf(nowMs) : ticketDate,
})

const withTotal = (ticket: tickets.Ticket) => ({
  ...ticket,
  totalAmount: fromCents(ticket.totalCents),
})
