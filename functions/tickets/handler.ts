import { required } from '../../shared/failure.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { fromCents } from '../../shared/platform/money/decimal.ts'
import {
  type TicketFields,
  type TicketInput,
  ticketDateOf,
} from '../../shared/selling/sales/ticket.ts'
import * as tickets from '../../shared/selling/sales/tickets.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => (await tickets.allTickets(page)).map(onWire),

  one: async ({ params }) =>
    onWire(required(await tickets.findTicketOrVoided(params.id))),

  create: ({ body, request }) => tickets.createTicket(fieldsOf(body, request.nowMs)),

  update: async ({ params: { id }, body, caller, request }) => {
    await tickets.changeTicket(id, fieldsOf(body, request.nowMs), caller.userId)
    return { id }
  },

  remove: ({ params, caller }) => tickets.deleteTicket(params.id, caller.userId),
})

/** A blank date means now; any other date is stored as it was sent. */
const fieldsOf = (
  { totalAmount: totalCents, ticketDate, ...rest }: TicketInput,
  nowMs: number,
): TicketFields => ({
  ...rest,
  totalCents,
  ticketDate: ticketDate.trim() === '' ? ticketDateOf(nowMs) : ticketDate,
})

const onWire = (ticket: tickets.TicketRecord) => ({
  ...ticket,
  totalAmount: fromCents(ticket.totalCents),
  tipAmount: fromCents(ticket.tipCents ?? 0),
  roundingCents: ticket.roundingCents ?? 0,
})
