import type { Order } from '../../../../shared/sales/orders.ts'
import type { PaymentRecord } from '../../../../shared/sales/payments.ts'
import type { TicketRecord } from '../../../../shared/sales/tickets.ts'
import type { Findings, Records } from './records.ts'

/** Ticket, payment and order each name the others. */
export function auditLinks(records: Records, findings: Findings): void {
  const tickets = records.in<TicketRecord>('TICKET')
  const payments = records.in<PaymentRecord>('PAYMENT')
  const orders = records.startingWith<Order>('ORDER#', 'ORDER')
  const ofTickets = tickets.flatMap(({ id, paymentIds }) =>
    paymentIds.map((paymentId) => `${id} - ${paymentId}`),
  )
  const ofPayments = payments.flatMap(({ id, ticketIds }) =>
    ticketIds.map((ticketId) => `${ticketId} - ${id}`),
  )
  findings.equal('links of tickets and payments', ofTickets.sort(), ofPayments.sort())
  const ofOrders = orders.flatMap((order) =>
    order.payments.flatMap(({ paymentId, ticketIds }) =>
      ticketIds.map((ticketId) => `${ticketId} - ${paymentId} - ${order.id}`),
    ),
  )
  const expected = tickets.flatMap(({ id, orderId, paymentIds }) =>
    orders.some((order) => order.id === orderId)
      ? paymentIds.map((paymentId) => `${id} - ${paymentId} - ${orderId}`)
      : [],
  )
  findings.equal('links of orders', ofOrders.sort(), expected.sort())
}
