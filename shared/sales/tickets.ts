import {
  collectionKey,
  type Item,
  idInKey,
  type Key,
  softDeletedKey,
} from '../dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
} from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll, readMany } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { conditionCheck, insert, put, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { userKey } from '../staff/users.ts'
import { orderKey } from './orders.ts'
import { insertTicketAudit } from './sales-audit.ts'
import { type Ticket, type TicketFields, ticketCancelled } from './ticket.ts'
import { orderNotFound, prepareMove, prepareUnlink } from './ticket-links.ts'

/** A stored ticket of a restaurant or store order, linked with its payments. */
export type TicketRecord = Item &
  Readonly<Omit<Ticket, 'totalAmount' | 'number' | 'tipAmount' | 'voided'>> & {
    readonly totalCents: number
    /** The shop's number; absent unless a checkout or settlement made the ticket. */
    readonly number?: number
    readonly tipCents?: number
    /** It was deleted; only its number and total still matter. */
    readonly voided?: true
    readonly paymentIds: readonly string[]
    /** Counts changes. */
    readonly version: number
  }

export const ticketKey = (id: string): Key => collectionKey('TICKET', id)

/** The ticket with this id. */
export const findTicket = (id: string) => read<TicketRecord>(ticketKey(id))

/**
 * Where a deleted ticket with a number stays: no number is missing, and lists and totals no
 * longer have the ticket.
 */
const voidedKey = (id: string): Key => softDeletedKey('TICKET', idInKey(id))

/** The ticket with this id, also a voided one; one round trip. */
export async function findTicketOrVoided(id: string): Promise<TicketRecord | undefined> {
  const [ticket, voided] = await readMany([ticketKey(id), voidedKey(id)])
  return (ticket ?? voided) as TicketRecord | undefined
}

/** Every ticket, or a page of them. */
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
  await transact([insert(ticket), checkOrder(input.orderId), checkUser(input.userId)], {
    id,
  })
  return { id }
}

/**
 * Changes a ticket, by a user. A ticket that moves to another order takes its payments along.
 * Throws `notFound`, and `invalid` for an unknown order or user.
 */
export const changeTicket = (id: string, input: TicketFields, byUserId: string) =>
  retryOnConflict(async () => {
    const current = await findTicket(id)
    if (!current) throw new Failure('notFound')
    const moves = input.orderId !== current.orderId && current.paymentIds.length > 0
    await transact(
      [
        updateTicket(current, input),
        ...insertTicketAudit(byUserId, current, input),
        ...(moves
          ? await prepareMove(current, input.orderId)
          : [checkOrder(input.orderId)]),
        checkUser(input.userId),
      ],
      noResponse,
    )
  })

/**
 * Deletes a ticket and its links to payments, by a user; one with a number is voided. Throws
 * `notFound`.
 */
export const deleteTicket = (id: string, byUserId: string) =>
  retryOnConflict(async () => {
    const current = await findTicket(id)
    if (!current) throw new Failure('notFound')
    await transact(
      [
        deleteUnchanged(current, ['version']),
        ...insertTicketAudit(byUserId, current),
        ...(current.number === undefined ? [] : [putVoided(current)]),
        ...(await prepareUnlink(current)),
      ],
      noResponse,
    )
  })

const putVoided = (ticket: TicketRecord): Write =>
  put({
    ...ticket,
    ...voidedKey(ticket.id),
    status: ticketCancelled,
    paymentIds: [],
    voided: true,
  } satisfies TicketRecord)

/** Updates a ticket under its optimistic lock. */
export const updateTicket = (
  current: TicketRecord,
  set: TicketFields | Pick<TicketRecord, 'paymentIds'>,
): Write => updateUnchanged(current, ['version'], { set, add: { version: 1 } })

const checkOrder = (id: string): Write =>
  conditionCheck(orderKey(id), {}, () => orderNotFound(id))

const checkUser = (id: string): Write =>
  conditionCheck(
    userKey(id),
    {},
    () => new Failure('invalid', { fault: `no user has the id ${id}` }),
  )
