import { Failure, required } from '../../failure.ts'
import { newId } from '../../ids.ts'
import { userKey } from '../../people/staff/users.ts'
import { collectionKey, type Item, type Key } from '../../platform/dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import {
  conditionCheck,
  insert,
  type Write,
  type Writes,
} from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import {
  addLinks,
  isTenderOf,
  removeLinks,
  updateOrderPayments,
} from './order-payments.ts'
import { type Order, orderKey } from './orders.ts'
import { type PaymentRecord, paymentKey, updatePayment } from './payments.ts'
import { insertNewTicketAudit, insertTicketAudit } from './sales-audit.ts'
import { type Ticket, type TicketFields, ticketCancelled } from './ticket.ts'

/** A stored ticket of a restaurant or store order, linked with its payments. */
export type TicketRecord = Item &
  Readonly<
    Omit<Ticket, 'totalAmount' | 'number' | 'tipAmount' | 'roundingCents' | 'voided'>
  > & {
    readonly totalCents: number
    /** The shop's number; absent unless a checkout or settlement made the ticket. */
    readonly number?: number
    /** The letters of the till's series; absent for a number of the shop's own. */
    readonly series?: string
    readonly tipCents?: number
    /** Amount that its cash paid beyond the total; below 0 when it paid less. */
    readonly roundingCents?: number
    /** It was deleted; only its number and total still matter. */
    readonly voided?: true
    readonly paymentIds: readonly string[]
    /** Counts changes. */
    readonly version: number
  }

export const ticketKey = (id: string): Key => collectionKey('TICKET', id)

/** The ticket with this id; undefined for one that was voided. */
export async function findTicket(id: string): Promise<TicketRecord | undefined> {
  const ticket = await findTicketOrVoided(id)
  return ticket?.voided ? undefined : ticket
}

/** The ticket with this id, also a voided one: it stays with its number and total. */
export const findTicketOrVoided = (id: string) => read<TicketRecord>(ticketKey(id))

/** Every ticket, also voided ones, or a page of them. */
export const allTickets = (page?: Page) => readAll<TicketRecord>({ pk: 'TICKET' }, page)

/** Creates a ticket. Throws `invalid` for an unknown order or user. */
export async function createTicket(input: TicketFields) {
  const id = newId()
  const ticket: TicketRecord = {
    ...ticketKey(id),
    ...input,
    id,
    paymentIds: [],
    version: 1,
  }
  return transactAndRespond(
    [
      insert(ticket),
      insertNewTicketAudit(ticket),
      checkOrder(input.orderId),
      checkUser(input.userId),
    ],
    { id },
  )
}

/**
 * Changes a ticket, by a user. A ticket that moves to another order takes its payments along.
 * Throws `notFound`, `ticketOfSale` for another order, date or total of a sale's ticket, and
 * `invalid` for an unknown order or user.
 */
export const changeTicket = (id: string, input: TicketFields, byUserId: string) =>
  retryOnConflict(async () => {
    const current = required(await findTicket(id))
    if (!keepsSale(current, input)) throw new Failure('ticketOfSale')
    const moves = input.orderId !== current.orderId && current.paymentIds.length > 0
    await transact([
      updateTicket(current, input),
      ...insertTicketAudit(byUserId, current, input),
      ...(moves
        ? await prepareMove(current, input.orderId)
        : [checkOrder(input.orderId)]),
      checkUser(input.userId),
    ])
  })

/**
 * Deletes a ticket and its links to payments, by a user; one with a number is voided. Throws
 * `notFound`.
 */
export const deleteTicket = (id: string, byUserId: string) =>
  retryOnConflict(async () => {
    const current = required(await findTicket(id))
    await transact([
      current.number === undefined
        ? deleteUnchanged(current, ['version'])
        : updateVoided(current),
      ...insertTicketAudit(byUserId, current),
      ...(await prepareUnlink(current, { voids: current.number !== undefined })),
    ])
  })

/** The number of a sale's ticket stays, and so does its total. */
const updateVoided = (ticket: TicketRecord): Write =>
  updateUnchanged(ticket, ['version'], {
    set: { status: ticketCancelled, paymentIds: [], voided: true },
    add: { version: 1 },
  })

/** True if a change of a sale's ticket keeps the fields that the books have of it. */
const keepsSale = (ticket: TicketRecord, input: TicketFields): boolean =>
  ticket.number === undefined ||
  (['orderId', 'ticketDate', 'totalCents'] as const).every(
    (name) => input[name] === ticket[name],
  )

/** Updates a ticket under its optimistic lock. */
export const updateTicket = (
  current: TicketRecord,
  set: TicketFields | Pick<TicketRecord, 'paymentIds'>,
): Write => updateUnchanged(current, ['version'], { set, add: { version: 1 } })

const checkOrder = (id: string): Write =>
  conditionCheck(
    orderKey(id),
    { when: '#kind <> :settlement', values: { settlement: 'settlement' } },
    () => orderNotFound(id),
  )

const checkUser = (id: string): Write =>
  conditionCheck(
    userKey(id),
    {},
    () => new Failure('invalid', { fault: `no user has the id ${id}` }),
  )

/** Fields of a ticket that its links need. */
type LinkedTicket = Pick<TicketRecord, 'id' | 'orderId' | 'paymentIds'>

/**
 * The payment's write that removes a ticket of this order from it. A payment from before they
 * named the ticket of their sale gets its name now: without links nothing else tells.
 */
export const updateUnlinked = (
  payment: PaymentRecord,
  ticketId: string,
  order: Order | undefined,
): Write =>
  updatePayment(payment, {
    ticketIds: payment.ticketIds.filter((id) => id !== ticketId),
    ...(order?.sale &&
      isTenderOf(order, payment.id) && {
        saleTicketId: order.sale.ticketId,
      }),
  })

/**
 * The writes, beside the ticket's own, that remove all its links to payments; and mark the sale of
 * a ticket that is voided.
 */
export async function prepareUnlink(
  ticket: LinkedTicket,
  { voids = false } = {},
): Promise<Writes> {
  const [payments, order] = await readLinked(ticket, ticket.orderId)
  const left = (current: Order['payments']) =>
    removeLinks(current, ticket.id, ticket.paymentIds)
  return [
    ...payments.map((payment) => updateUnlinked(payment, ticket.id, order)),
    voids && order?.sale?.ticketId === ticket.id
      ? updateSaleVoided(order, left(order.payments))
      : updateOrderPayments(order, left),
  ]
}

/** Marks the sale of a voided ticket, whose links are gone. Refunds write the sale, too. */
export const updateSaleVoided = (order: Order, payments: Order['payments']): Write =>
  updateUnchanged(order, ['payments', 'refundRevision'], {
    set: { payments, sale: { ...order.sale, voided: true } },
    add: { refundRevision: 1 },
  })

/**
 * The writes, beside the ticket's own, that move its payments to another order. Throws
 * `invalid` for an unknown order.
 */
export async function prepareMove(
  ticket: LinkedTicket,
  orderId: string,
): Promise<Writes> {
  const [payments, from, to] = await readLinked(ticket, ticket.orderId, orderId)
  if (!to) throw orderNotFound(orderId)
  return [
    ...payments.map((payment) => updatePayment(payment, {})),
    updateOrderPayments(from, (current) =>
      removeLinks(current, ticket.id, ticket.paymentIds),
    ),
    updateOrderPayments(to, (current) => addLinks(current, ticket.id, payments)),
  ]
}

/** A ticket's payments and some orders, in one round trip. */
async function readLinked(ticket: LinkedTicket, ...orderIds: string[]) {
  const found = await readMany([
    ...ticket.paymentIds.map(paymentKey),
    ...orderIds.map(orderKey),
  ])
  const payments = found.slice(0, ticket.paymentIds.length) as (
    | PaymentRecord
    | undefined
  )[]
  const orders = found.slice(ticket.paymentIds.length) as (Order | undefined)[]
  // A missing payment was unlinked after the ticket was read
  if (!payments.every((payment) => payment !== undefined)) throw versionConflict()
  return [payments, ...orders] as const
}

/** The failure of a ticket whose order does not exist. */
export const orderNotFound = (id: string) =>
  new Failure('invalid', { fault: `no order has the id ${id}` })
