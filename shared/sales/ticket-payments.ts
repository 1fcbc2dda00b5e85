import { retryOnConflict } from '../dynamodb/optimistic-lock.ts'
import { read, readMany } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { Failure } from '../failure.ts'
import { linked, unlinked, updateOrderPayments } from './order-payments.ts'
import { type Order, orderKey } from './orders.ts'
import {
  findPayment,
  type Payment,
  type PaymentInput,
  paymentKey,
  updatePayment,
} from './payments.ts'
import {
  findTicket,
  releaseLinks,
  type Ticket,
  ticketKey,
  updateTicket,
} from './tickets.ts'

/** As many links as one transaction can end, with the orders that remember them. */
const maxLinks = 90

/** A link between a payment and a ticket. */
export type TicketPayment = { readonly paymentId: string; readonly ticketId: string }

/** Links a payment to a ticket. Throws `notFound`, `alreadyExists`, `tooManyLinks`. */
export const linkPayment = ({ paymentId, ticketId }: TicketPayment) =>
  retryOnConflict(async () => {
    const { payment, ticket } = await readEnds({ paymentId, ticketId })
    const { paymentIds } = ticket
    const { ticketIds } = payment
    if (paymentIds.includes(paymentId)) throw new Failure('alreadyExists')
    if (paymentIds.length >= maxLinks || ticketIds.length >= maxLinks) {
      throw new Failure('tooManyLinks')
    }
    const order = await read<Order>(orderKey(ticket.orderId))
    await transact(
      [
        updateTicket(ticket, { paymentIds: [...paymentIds, paymentId] }),
        updatePayment(payment, { ticketIds: [...ticketIds, ticketId] }),
        ...updateOrderPayments(order, (known) => linked(known, ticketId, [payment])),
      ],
      { paymentId, ticketId },
    )
    return { paymentId, ticketId }
  })

/** Ends a link. Throws `notFound` when there is none. */
export const unlinkPayment = ({ paymentId, ticketId }: TicketPayment) =>
  retryOnConflict(async () => {
    const { payment, ticket } = await readEnds({ paymentId, ticketId })
    if (!ticket.paymentIds.includes(paymentId)) throw new Failure('notFound')
    const order = await read<Order>(orderKey(ticket.orderId))
    await transact(
      [
        updateTicket(ticket, { paymentIds: without(ticket.paymentIds, paymentId) }),
        updatePayment(payment, { ticketIds: without(payment.ticketIds, ticketId) }),
        ...updateOrderPayments(order, (known) => unlinked(known, ticketId, [paymentId])),
      ],
      noResponse,
    )
  })

/** Ends all links of a ticket; one that is unknown has none. */
export const unlinkTicket = (ticketId: string) =>
  retryOnConflict(async () => {
    const ticket = await findTicket(ticketId)
    if (!ticket || ticket.paymentIds.length === 0) return
    await transact(
      [updateTicket(ticket, { paymentIds: [] }), ...(await releaseLinks(ticket))],
      noResponse,
    )
  })

/** Changes a payment, also where the orders of its tickets remember it. Throws `notFound`. */
export const changePayment = (id: string, input: PaymentInput) =>
  retryOnConflict(async () => {
    const payment = await findPayment(id)
    if (!payment) throw new Failure('notFound')
    const { methodId, amountCents } = input
    const orders = await ordersOf(payment)
    await transact(
      [
        updatePayment(payment, input),
        ...orders.flatMap((order) =>
          updateOrderPayments(order, (known) =>
            known.map((each) =>
              each.paymentId === id ? { ...each, methodId, amountCents } : each,
            ),
          ),
        ),
      ],
      noResponse,
    )
  })

async function readEnds({ paymentId, ticketId }: TicketPayment) {
  const [payment, ticket] = (await readMany([
    paymentKey(paymentId),
    ticketKey(ticketId),
  ])) as [Payment | undefined, Ticket | undefined]
  if (!payment || !ticket) throw new Failure('notFound')
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
