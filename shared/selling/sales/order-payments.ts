import { updateUnchanged } from '../../platform/dynamodb/optimistic-lock.ts'
import type { Write } from '../../platform/dynamodb/write.ts'
import { findPaymentMethod } from '../../platform/money/payment-methods.ts'
import type { Order, OrderPayment } from './orders.ts'
import type { PaymentRecord } from './payments.ts'
import type { SaleTender } from './sale-snapshot.ts'
import type { SeenLine } from './seen-lines.ts'

/**
 * The payments linked to an order's tickets, each with the ids of those tickets. A change
 * of a link needs no other record to compute the new list.
 */
type OrderPayments = readonly OrderPayment[]

/** An order's payments after more payments were linked to one of its tickets. */
export function addLinks(
  current: OrderPayments,
  ticketId: string,
  added: readonly PaymentRecord[],
): OrderPayments {
  const payments = new Map(current.map((each) => [each.paymentId, each]))
  for (const {
    id: paymentId,
    methodId,
    amountCents,
    lightning,
    transactionId,
  } of added) {
    const ticketIds = [...(payments.get(paymentId)?.ticketIds ?? []), ticketId]
    payments.set(paymentId, {
      paymentId,
      methodId,
      amountCents,
      lightning,
      ...(transactionId && { transactionId }),
      ticketIds,
    })
  }
  return [...payments.values()]
}

/** An order's payments after these payments were unlinked from one of its tickets. */
export const removeLinks = (
  current: OrderPayments,
  ticketId: string,
  paymentIds: readonly string[],
): OrderPayments =>
  current
    .map((each) =>
      paymentIds.includes(each.paymentId)
        ? { ...each, ticketIds: each.ticketIds.filter((id) => id !== ticketId) }
        : each,
    )
    .filter(({ ticketIds }) => ticketIds.length > 0)

/** True if a payment is a tender of an order's numbered sale. */
export const isTenderOf = (order: Order | undefined, id: string): boolean =>
  order?.sale?.number !== undefined &&
  order.sale.tenders.some(({ paymentId }) => paymentId === id)

/**
 * Updates an order's payments under an optimistic lock; none for a deleted order. Every
 * change of a link updates this record, so of two at the same time one is retried.
 */
export const updateOrderPayments = (
  order: Order | undefined,
  change: (current: OrderPayments) => OrderPayments,
): Write | undefined =>
  order &&
  updateUnchanged(order, ['payments'], { set: { payments: change(order.payments) } })

/**
 * Stores payments of an order that was closed before: X and Z no longer count its lines
 * as gone.
 */
export const updatePaidAfterAll = (
  order: Order & { readonly revision?: number },
  lines: readonly SeenLine[],
  payments: OrderPayments,
): Write =>
  updateUnchanged(order, ['payments', 'revision'], {
    set: { payments, lines },
    remove: ['goneAfterZ'],
    add: { revision: 1 },
  })

/** Returns an order's payment methods, each once, and its Lightning payment if there is one. */
export function tenderOf({ payments }: Pick<Order, 'payments'>) {
  const methodIds = [...new Set(payments.map(({ methodId }) => methodId))]
  return {
    methodIds,
    methodNames: methodIds.map((id) => findPaymentMethod(id)?.name ?? ''),
    lightning: payments.find((payment) => payment.lightning),
  }
}

/** The payments as they were made; orders without a snapshot name those linked to them. */
export const tendersOf = ({ sale, payments }: Order): readonly SaleTender[] =>
  sale?.tenders ??
  payments.map(({ lightning, ...payment }) => ({
    ...payment,
    methodName: findPaymentMethod(payment.methodId)?.name ?? '',
    ...(lightning && { lightning }),
  }))

/** A payment of a sale in lists of orders. */
export const tenderOnWire = ({ methodId, methodName, amountCents }: SaleTender) => ({
  paymentMethodId: methodId,
  paymentMethod: methodName,
  amountCents,
})

/** The transaction of a sale's first payment that has one. */
export const transactionIdOf = (tenders: readonly SaleTender[]) =>
  tenders.find(({ transactionId }) => transactionId)?.transactionId
