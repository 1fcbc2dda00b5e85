import { versionConflict } from '../dynamodb/optimistic-lock.ts'
import { readMany } from '../dynamodb/read.ts'
import type { Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import {
  addLinks,
  isTenderOf,
  removeLinks,
  updateOrderPayments,
} from './order-payments.ts'
import { type Order, orderKey } from './orders.ts'
import { type PaymentRecord, paymentKey, updatePayment } from './payments.ts'

/** What a ticket's links need of its record. */
type LinkedTicket = {
  readonly id: string
  readonly orderId: string
  readonly paymentIds: readonly string[]
}

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

/** The writes, beside the ticket's own, that remove all its links to payments. */
export async function prepareUnlink(ticket: LinkedTicket): Promise<Write[]> {
  const [payments, order] = await readLinked(ticket, ticket.orderId)
  return [
    ...payments.map((payment) => updateUnlinked(payment, ticket.id, order)),
    ...updateOrderPayments(order, (current) =>
      removeLinks(current, ticket.id, ticket.paymentIds),
    ),
  ]
}

/**
 * The writes, beside the ticket's own, that move its payments to another order. Throws
 * `invalid` for an unknown order.
 */
export async function prepareMove(
  ticket: LinkedTicket,
  orderId: string,
): Promise<Write[]> {
  const [payments, from, to] = await readLinked(ticket, ticket.orderId, orderId)
  if (!to) throw orderNotFound(orderId)
  return [
    ...payments.map((payment) => updatePayment(payment, {})),
    ...updateOrderPayments(from, (current) =>
      removeLinks(current, ticket.id, ticket.paymentIds),
    ),
    ...updateOrderPayments(to, (current) => addLinks(current, ticket.id, payments)),
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
