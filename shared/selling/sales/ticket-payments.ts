import { Failure, required } from '../../failure.ts'
import { insertAuditEntry, insertChangeAudit } from '../../people/audit/audit-trail.ts'
import {
  retryOnConflict,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { read, readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import {
  type DayChange,
  type DayRecord,
  dayRecordKey,
  nextZNumber,
  upsertSameDay,
} from './day-record.ts'
import {
  addLinks,
  isTenderOf,
  removeLinks,
  updateOrderPayments,
  updatePaidAfterAll,
} from './order-payments.ts'
import { type Order, orderKey } from './orders.ts'
import type { PaymentFields, TicketPayment } from './payment.ts'
import { findPayment, type PaymentRecord, paymentKey, updatePayment } from './payments.ts'
import { insertLinkAudit, receiptName } from './sales-audit.ts'
import { type SeenOrder, takenBack } from './seen-lines.ts'
import {
  findTicket,
  prepareUnlink,
  type TicketRecord,
  ticketKey,
  updateTicket,
  updateUnlinked,
} from './tickets.ts'

/** More links might not fit into one transaction of 100 actions, with their orders. */
const maxLinks = 90

/**
 * Links a payment to a ticket. A payment that no sale was made with is counted as outside the
 * books, once in a Z. Throws `notFound`, `alreadyExists`, `tooManyLinks`.
 */
export const linkPayment = ({ paymentId, ticketId }: TicketPayment) =>
  retryOnConflict(async () => {
    const { payment, ticket } = await readEnds({ paymentId, ticketId })
    const { paymentIds } = ticket
    const { ticketIds } = payment
    if (paymentIds.includes(paymentId)) throw new Failure('alreadyExists')
    if (paymentIds.length >= maxLinks || ticketIds.length >= maxLinks) {
      throw new Failure('tooManyLinks')
    }
    const [order, day] = await readMany<[Order & SeenOrder, DayRecord]>([
      orderKey(ticket.orderId),
      dayRecordKey,
    ])
    const z = nextZNumber(day)
    const isOfSale = payment.saleTicketId !== undefined || isTenderOf(order, paymentId)
    const back = order && takenBack(order, day)
    const isOutside = !isOfSale && payment.outsideZ !== z
    return transactAndRespond(
      [
        updateTicket(ticket, { paymentIds: [...paymentIds, paymentId] }),
        insertLinkAudit(payment, ticketId, true),
        updatePayment(payment, {
          ticketIds: [...ticketIds, ticketId],
          ...(isOutside && { outsideZ: z }),
        }),
        (isOutside || back) &&
          upsertSameDay(
            day,
            { ...(isOutside && outsideOf(payment)), ...back?.change },
            versionConflict,
          ),
        order && back
          ? updatePaidAfterAll(
              order,
              back.lines,
              addLinks(order.payments, ticketId, [payment]),
            )
          : updateOrderPayments(order, (current) =>
              addLinks(current, ticketId, [payment]),
            ),
      ],
      { paymentId, ticketId },
    )
  })

const outsideOf = ({ amountCents: cents }: PaymentRecord): DayChange => ({
  outside: { count: 1, cents },
})

/** Removes a link. Throws `notFound` when there is none. */
export const unlinkPayment = ({ paymentId, ticketId }: TicketPayment) =>
  retryOnConflict(async () => {
    const { payment, ticket } = await readEnds({ paymentId, ticketId })
    if (!ticket.paymentIds.includes(paymentId)) throw new Failure('notFound')
    const order = await read<Order>(orderKey(ticket.orderId))
    await transact([
      updateTicket(ticket, {
        paymentIds: ticket.paymentIds.filter((id) => id !== paymentId),
      }),
      insertLinkAudit(payment, ticketId, false),
      updateUnlinked(payment, ticketId, order),
      updateOrderPayments(order, (current) =>
        removeLinks(current, ticketId, [paymentId]),
      ),
    ])
  })

/** Removes all links of a ticket; an unknown ticket has none. */
export const unlinkTicket = (ticketId: string) =>
  retryOnConflict(async () => {
    const ticket = await findTicket(ticketId)
    if (!ticket || ticket.paymentIds.length === 0) return
    const { paymentIds, number } = ticket
    const about = { id: ticketId, name: receiptName({ number }) }
    await transact([
      updateTicket(ticket, { paymentIds: [] }),
      ...(await prepareUnlink(ticket)),
      insertAuditEntry({
        kind: 'payment',
        subject: about,
        before: { paymentIds },
        after: { paymentIds: [] },
      }),
    ])
  })

/**
 * Changes a payment, also in the orders of its tickets. Throws `notFound`, and `paymentOfSale`
 * for another amount, method or currency of a sale's payment.
 */
export const changePayment = (id: string, input: PaymentFields) =>
  retryOnConflict(async () => {
    const payment = required(await findPayment(id))
    const { methodId, amountCents, transactionId = payment.transactionId } = input
    const orders = await readOrders(payment)
    const isOfSale =
      payment.saleTicketId !== undefined || orders.some((order) => isTenderOf(order, id))
    const keepsSale = (['amountCents', 'methodId', 'currencyId'] as const).every(
      (name) => input[name] === payment[name],
    )
    if (isOfSale && !keepsSale) throw new Failure('paymentOfSale')
    await transact([
      updatePayment(payment, input),
      ...insertChangeAudit({ kind: 'payment', subject: { id } }, payment, input),
      ...orders.flatMap((order) =>
        updateOrderPayments(order, (current) =>
          current.map((each) =>
            each.paymentId === id
              ? { ...each, methodId, amountCents, transactionId }
              : each,
          ),
        ),
      ),
    ])
  })

async function readEnds({ paymentId, ticketId }: TicketPayment) {
  const [payment, ticket] = await readMany<[PaymentRecord, TicketRecord]>([
    paymentKey(paymentId),
    ticketKey(ticketId),
  ])
  if (!payment || !ticket || ticket.voided) throw new Failure('notFound')
  return { payment, ticket }
}

/**
 * The orders of a payment's tickets, without the deleted ones. A ticket that moves to
 * another order after this read changes the payment's version.
 */
async function readOrders({ ticketIds }: PaymentRecord): Promise<Order[]> {
  const tickets = (await readMany(ticketIds.map(ticketKey))) as (
    | TicketRecord
    | undefined
  )[]
  const orderIds = new Set(tickets.flatMap((ticket) => ticket?.orderId ?? []))
  const orders = await readMany<Order[]>([...orderIds].map(orderKey))
  return orders.filter((order) => order !== undefined)
}
