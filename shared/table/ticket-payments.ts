import { Failure } from '../failure.ts'
import { commit } from './commit.ts'
import { linked, remember, unlinked } from './order-payments.ts'
import { type Order, orderKey } from './orders.ts'
import {
  changePayment,
  findPayment,
  type Payment,
  type PaymentInput,
  paymentKey,
} from './payments.ts'
import { read, readMany } from './read.ts'
import { untilFresh } from './stale.ts'
import {
  changeTicket,
  findTicket,
  releaseLinks,
  type Ticket,
  ticketKey,
} from './tickets.ts'

/** As many links as one transaction can end, with the orders that remember them. */
const mostLinks = 90

/** A link between a payment and a ticket. */
export type TicketPayment = { readonly paymentId: string; readonly ticketId: string }

/** Links a payment to a ticket. Throws `unknown`, `taken`, `tooManyLinks`. */
export const linkPayment = ({ paymentId, ticketId }: TicketPayment) =>
  untilFresh(async () => {
    const { payment, ticket } = await readEnds({ paymentId, ticketId })
    const { paymentIds } = ticket
    const { ticketIds } = payment
    if (paymentIds.includes(paymentId)) throw new Failure('taken')
    if (paymentIds.length >= mostLinks || ticketIds.length >= mostLinks) {
      throw new Failure('tooManyLinks')
    }
    const order = await read<Order>(orderKey(ticket.orderId))
    await commit(
      [
        changeTicket(ticket, { paymentIds: [...paymentIds, paymentId] }),
        changePayment(payment, { ticketIds: [...ticketIds, ticketId] }),
        ...remember(order, (known) => linked(known, ticketId, [payment])),
      ],
      { paymentId, ticketId },
    )
    return { paymentId, ticketId }
  })

/** Ends a link. Throws `unknown` when there is none. */
export const unlinkPayment = ({ paymentId, ticketId }: TicketPayment) =>
  untilFresh(async () => {
    const { payment, ticket } = await readEnds({ paymentId, ticketId })
    if (!ticket.paymentIds.includes(paymentId)) throw new Failure('unknown')
    const order = await read<Order>(orderKey(ticket.orderId))
    await commit([
      changeTicket(ticket, { paymentIds: without(ticket.paymentIds, paymentId) }),
      changePayment(payment, { ticketIds: without(payment.ticketIds, ticketId) }),
      ...remember(order, (known) => unlinked(known, ticketId, [paymentId])),
    ])
  })

/** Ends all links of a ticket; one that is unknown has none. */
export const unlinkTicket = (ticketId: string) =>
  untilFresh(async () => {
    const ticket = await findTicket(ticketId)
    if (!ticket || ticket.paymentIds.length === 0) return
    await commit([
      changeTicket(ticket, { paymentIds: [] }),
      ...(await releaseLinks(ticket)),
    ])
  })

/** Changes a payment, also where the orders of its tickets remember it. Throws `unknown`. */
export const updatePayment = (id: string, input: PaymentInput) =>
  untilFresh(async () => {
    const payment = await findPayment(id)
    if (!payment) throw new Failure('unknown')
    const { methodId, amountCents } = input
    const orders = await ordersOf(payment)
    await commit([
      changePayment(payment, input),
      ...orders.flatMap((order) =>
        remember(order, (known) =>
          known.map((each) =>
            each.paymentId === id ? { ...each, methodId, amountCents } : each,
          ),
        ),
      ),
    ])
  })

async function readEnds({ paymentId, ticketId }: TicketPayment) {
  const [payment, ticket] = (await readMany([
    paymentKey(paymentId),
    ticketKey(ticketId),
  ])) as [Payment | undefined, Ticket | undefined]
  if (!payment || !ticket) throw new Failure('unknown')
  return { payment, ticket }
}

/**
 * The orders, as far as they are not deleted, of the tickets that a payment is linked to.
 * A ticket that then changes its order changes the payment's version as well.
 */
async function ordersOf({ ticketIds }: Payment): Promise<Order[]> {
  const tickets = (await readMany(ticketIds.map(ticketKey))) as (Ticket | undefined)[]
  const orderIds = new Set(tickets.flatMap((ticket) => ticket?.orderId ?? []))
  const orders = (await readMany([...orderIds].map(orderKey))) as (Order | undefined)[]
  return orders.filter((order) => order !== undefined)
}

const without = (ids: readonly string[], gone: string) => ids.filter((id) => id !== gone)
