import { VersionConflict } from '../dynamodb/optimistic-lock.ts'
import { update, type Write } from '../dynamodb/write.ts'
import { findPaymentMethod } from '../money/payment-methods.ts'
import type { Order, OrderPayment } from './orders.ts'
import type { Payment } from './payments.ts'

/**
 * An order remembers the payments linked to its tickets, and by which tickets they are.
 * What becomes of a link so follows from the order's own record.
 */
type Remembered = readonly OrderPayment[]

/** An order's payments once a ticket of it is linked to more payments. */
export function linked(
  known: Remembered,
  ticketId: string,
  added: readonly Payment[],
): Remembered {
  const payments = new Map(known.map((each) => [each.paymentId, each]))
  for (const { id: paymentId, methodId, amountCents, lightning } of added) {
    const ticketIds = [...(payments.get(paymentId)?.ticketIds ?? []), ticketId]
    payments.set(paymentId, { paymentId, methodId, amountCents, lightning, ticketIds })
  }
  return [...payments.values()]
}

/** An order's payments once a ticket of it is no longer linked to these. */
export const unlinked = (
  known: Remembered,
  ticketId: string,
  paymentIds: readonly string[],
): Remembered =>
  known
    .map((each) =>
      paymentIds.includes(each.paymentId)
        ? { ...each, ticketIds: each.ticketIds.filter((id) => id !== ticketId) }
        : each,
    )
    .filter(({ ticketIds }) => ticketIds.length > 0)

/**
 * Gives an order, unless it is deleted, its new payments. Every change of a link writes
 * this record, so of two at the same time one refuses with `Stale`.
 */
export const updateOrderPayments = (
  order: Order | undefined,
  paymentsOf: (known: Remembered) => Remembered,
): Write[] =>
  order
    ? [
        update(
          order,
          {
            set: { payments: paymentsOf(order.payments) },
            when: '#payments = :seen',
            values: { seen: order.payments },
          },
          () => new VersionConflict(),
        ),
      ]
    : []

/** How an order was paid: each method once, and the payment by Lightning if there is one. */
export function tenderOf({ payments }: Pick<Order, 'payments'>) {
  const methodIds = [...new Set(payments.map(({ methodId }) => methodId))]
  return {
    methodIds,
    methodNames: methodIds.map((id) => findPaymentMethod(id)?.name ?? ''),
    lightning: payments.find((payment) => payment.lightning),
  }
}
