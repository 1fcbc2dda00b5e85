import { collectionKey, type Item, type Key } from '../dynamodb/keys.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll, readMany } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import {
  conditionCheck,
  deleteItem,
  insert,
  update,
  type Write,
} from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { userKey } from '../staff/users.ts'
import { linked, unlinked, updateOrderPayments } from './order-payments.ts'
import { type Order, orderKey } from './orders.ts'
import { type Payment, paymentKey, updatePayment } from './payments.ts'

/** Pending, paid or cancelled; any may follow any (open-areas, section 8). */
export type TicketStatus = 1 | 2 | 3

export const ticketPaid: TicketStatus = 2

/** What a client says of a ticket. */
export type TicketInput = {
  readonly orderId: string
  readonly userId: string
  readonly ticketDate: string
  readonly status: TicketStatus
  readonly totalCents: number
  readonly notes: string
}

/** A ticket of an order of either kind, linked with its payments (see payments.ts). */
export type Ticket = Item &
  TicketInput & {
    readonly id: string
    readonly paymentIds: readonly string[]
    /** Counts changes. */
    readonly version: number
  }

export const ticketKey = (id: string): Key => collectionKey('TICKET', id)

/**
 * A moment as a ticket's date: UTC without zone suffix, because existing clients append
 * the `Z` themselves.
 */
export const ticketDateOf = (ms: number) => new Date(ms).toISOString().slice(0, 19)

const stale = () => new VersionConflict()

/** A ticket. */
export const findTicket = (id: string) => read<Ticket>(ticketKey(id))

/** Every ticket, or a page of them. */
export const allTickets = (page?: Page) => readAll<Ticket>({ pk: 'TICKET' }, page)

/** Creates a ticket. Throws `invalid` for an unknown order or user. */
export async function createTicket(input: TicketInput) {
  const id = newId()
  const ticket: Ticket = { ...ticketKey(id), ...input, id, paymentIds: [], version: 1 }
  await transact(
    [insert(ticket), requireOrder(input.orderId), requireUser(input.userId)],
    {
      id,
    },
  )
  return { id }
}

/** Changes a ticket; its payments go along to another order. Throws `notFound`, `invalid`. */
export const changeTicket = (id: string, input: TicketInput) =>
  retryOnConflict(async () => {
    const held = await findTicket(id)
    if (!held) throw new Failure('notFound')
    const moves = input.orderId !== held.orderId && held.paymentIds.length > 0
    await transact(
      [
        updateTicket(held, input),
        ...(moves ? await moveLinks(held, input.orderId) : [requireOrder(input.orderId)]),
        requireUser(input.userId),
      ],
      noResponse,
    )
  })

/** Deletes a ticket and its links to payments. Throws `notFound`. */
export const deleteTicket = (id: string) =>
  retryOnConflict(async () => {
    const held = await findTicket(id)
    if (!held) throw new Failure('notFound')
    await transact(
      [deleteItem(held, unchanged(held), stale), ...(await releaseLinks(held))],
      noResponse,
    )
  })

/** Changes a ticket that is still as it was read; refuses with `Stale`. */
export const updateTicket = (
  ticket: Ticket,
  set: TicketInput | Pick<Ticket, 'paymentIds'>,
): Write => update(ticket, { set, add: { version: 1 }, ...unchanged(ticket) }, stale)

/** The writes, beside the ticket's own, that end all its links to payments. */
export async function releaseLinks(ticket: Ticket): Promise<Write[]> {
  const [payments, order] = await linkedTo(ticket, ticket.orderId)
  return [
    ...payments.map((payment) =>
      updatePayment(payment, {
        ticketIds: payment.ticketIds.filter((id) => id !== ticket.id),
      }),
    ),
    ...updateOrderPayments(order, (known) =>
      unlinked(known, ticket.id, ticket.paymentIds),
    ),
  ]
}

/** The writes, beside the ticket's own, that take its payments to another order. */
async function moveLinks(ticket: Ticket, orderId: string): Promise<Write[]> {
  const [payments, from, to] = await linkedTo(ticket, ticket.orderId, orderId)
  if (!to) throw noOrder(orderId)
  return [
    ...payments.map((payment) => updatePayment(payment, {})),
    ...updateOrderPayments(from, (known) =>
      unlinked(known, ticket.id, ticket.paymentIds),
    ),
    ...updateOrderPayments(to, (known) => linked(known, ticket.id, payments)),
  ]
}

/** A ticket's payments and some orders, in one round trip. */
async function linkedTo(ticket: Ticket, ...orderIds: string[]) {
  const found = await readMany([
    ...ticket.paymentIds.map(paymentKey),
    ...orderIds.map(orderKey),
  ])
  const payments = found.slice(0, ticket.paymentIds.length) as (Payment | undefined)[]
  const orders = found.slice(ticket.paymentIds.length) as (Order | undefined)[]
  // One that is gone was unlinked since the ticket was read
  if (!payments.every((payment) => payment !== undefined)) throw new VersionConflict()
  return [payments, ...orders] as const
}

const unchanged = ({ version }: Ticket) => ({
  when: '#version = :seen',
  values: { seen: version },
})

const noOrder = (id: string) =>
  new Failure('invalid', { fault: `no order has the id ${id}` })

const requireOrder = (id: string): Write =>
  conditionCheck(orderKey(id), {}, () => noOrder(id))

const requireUser = (id: string): Write =>
  conditionCheck(
    userKey(id),
    {},
    () => new Failure('invalid', { fault: `no user has the id ${id}` }),
  )
