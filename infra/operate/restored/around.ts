import { placeFrom } from '../../../shared/ids.ts'
import { jobsSince } from '../../../shared/paper/jobs/job-records.ts'
import { findAuditEntries } from '../../../shared/people/audit/audit-trail.ts'
import { readAll, readMany } from '../../../shared/platform/dynamodb/read.ts'
import {
  findOrders,
  findRefunds,
  type Order,
  orderKey,
  type SettlementId,
} from '../../../shared/selling/sales/orders.ts'
import { type PaymentRecord, paymentKey } from '../../../shared/selling/sales/payments.ts'
import type { TicketRecord } from '../../../shared/selling/sales/tickets.ts'
import { ticketKey } from '../../../shared/selling/sales/tickets.ts'
import { allZReports } from '../../../shared/selling/shifts/z-reports.ts'

/**
 * Transactions are torn within seconds of the moment that a table was restored to; what a shop
 * wrote in the two days before it is compared.
 */
export const comparedMs = 2 * 24 * 60 * 60_000

/** Records of the current shop that a restore to this moment, in Unix ms, may have torn. */
export type Around = Awaited<ReturnType<typeof readAround>>

/** Reads them. The cost grows with the sales of two days. */
export async function readAround(momentMs: number) {
  const period = { fromMs: momentMs - comparedMs }
  const between = [placeFrom(period.fromMs), '~'] as const
  const [tickets, payments, store, bills, refunds, audit, jobs, zReports] =
    await Promise.all([
      readAll<TicketRecord>({ pk: 'TICKET', between }),
      readAll<PaymentRecord>({ pk: 'PAYMENT', between }),
      findOrders('store', period),
      findOrders('restaurant', period),
      findRefunds(period),
      findAuditEntries({ period }, Date.now()),
      jobsSince(period.fromMs),
      allZReports(),
    ])
  const refunded = audit.flatMap(({ kind, subjectId }) =>
    kind === 'refund' && subjectId !== null ? [subjectId] : [],
  )
  const ids = new Set([
    ...[...store, ...bills].map(({ id }) => id),
    ...[...tickets, ...refunds].map(({ orderId }) => orderId),
    ...refunded,
  ])
  const orders = await wholeOrders(ids)
  const earlier = await readMany<(TicketRecord | PaymentRecord)[]>(
    orders.flatMap(({ sale, payments: linked }) => [
      ...(sale ? [ticketKey(sale.ticketId)] : []),
      ...linked.map(({ paymentId }) => paymentKey(paymentId)),
    ]),
  )
  const byId = <T extends { readonly id: string; readonly pk: string }>(
    found: readonly T[],
    pk: string,
  ) =>
    new Map(
      [...found, ...earlier.flatMap((each) => (each?.pk === pk ? [each] : []))].map(
        (each) => [each.id, each as unknown as T],
      ),
    )
  return {
    momentMs,
    fromMs: period.fromMs,
    orders: new Map(orders.map((order) => [order.id, order])),
    tickets: byId(tickets, 'TICKET'),
    payments: byId(payments, 'PAYMENT'),
    refunds,
    audit,
    jobs,
    zReports,
  }
}

/** Orders that were sold or refunded since some time in Unix ms, with those around the moment. */
export async function ordersSince(
  sinceMs: number,
  { fromMs, orders }: Around,
): Promise<Around['orders']> {
  if (sinceMs >= fromMs) return orders
  const period = { fromMs: sinceMs, untilMs: fromMs }
  const [store, bills, refunds] = await Promise.all([
    findOrders('store', period),
    findOrders('restaurant', period),
    findRefunds(period),
  ])
  const ids = new Set([
    ...[...store, ...bills].map(({ id }) => id),
    ...refunds.map(({ orderId }) => orderId),
  ])
  const earlier = await wholeOrders(ids.difference(orders))
  return new Map([...earlier.map((order) => [order.id, order] as const), ...orders])
}

/** Reads orders whole, as the index has a part of each. */
async function wholeOrders(ids: ReadonlySet<string>): Promise<Order[]> {
  const found = await readMany<(Order | SettlementId)[]>([...ids].map(orderKey))
  return found.flatMap((each) => (!each || each.kind === 'settlement' ? [] : each))
}
