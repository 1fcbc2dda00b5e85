import { insert } from '../../../shared/platform/dynamodb/write.ts'
import { currencyByAcronym } from '../../../shared/platform/money/currencies.ts'
import { fromCents } from '../../../shared/platform/money/decimal.ts'
import type { Order, OrderPayment } from '../../../shared/selling/sales/orders.ts'
import { type PaymentRecord, paymentKey } from '../../../shared/selling/sales/payments.ts'
import type { SaleSnapshot } from '../../../shared/selling/sales/sale-snapshot.ts'
import { soldAtOf } from '../../../shared/selling/sales/sale-snapshot.ts'
import { receiptName } from '../../../shared/selling/sales/sales-audit.ts'
import { ticketDateOf, ticketPaid } from '../../../shared/selling/sales/ticket.ts'
import { type TicketRecord, ticketKey } from '../../../shared/selling/sales/tickets.ts'
import type { Around } from './around.ts'
import type { Difference } from './difference.ts'

/** An order that a checkout or settlement has numbered. */
export type SoldOrder = Order & {
  readonly sale: SaleSnapshot & { readonly number: number }
}

/** Numbered sales, in the order of their numbers. */
export const soldOrders = ({ orders }: Pick<Around, 'orders'>): SoldOrder[] =>
  [...orders.values()]
    .filter((order): order is SoldOrder => order.sale?.number !== undefined)
    .sort((one, other) => one.sale.number - other.sale.number)

/**
 * Repairs sales without ticket or payments from their orders; lists tickets and payments
 * without a sold order, for a person to look at.
 */
export const saleDifferences = (around: Around): Difference[] => [
  ...soldOrders(around).flatMap((order) => lostOfSale(order, around)),
  ...withoutSale(around),
]

function lostOfSale(order: SoldOrder, { tickets, payments }: Around): Difference[] {
  const { sale } = order
  if (sale.voided) return []
  const ofSale = order.payments.filter(({ ticketIds }) =>
    ticketIds.includes(sale.ticketId),
  )
  const subject = { id: order.id, name: receiptName(sale) }
  const lost = ofSale.filter(({ paymentId }) => !payments.has(paymentId))
  return [
    ...(tickets.has(sale.ticketId)
      ? []
      : [
          {
            said: `${subject.name} had no ticket: made again from its order, without notes`,
            subject,
            writes: [insert(ticketOf(order, ofSale))],
          },
        ]),
    ...lost.map((payment) => ({
      said: `${subject.name} had no payment of ${fromCents(payment.amountCents)}: made again from its order`,
      subject,
      writes: [insert(paymentOf(payment, sale))],
    })),
  ]
}

const ticketOf = (order: SoldOrder, payments: readonly OrderPayment[]): TicketRecord => ({
  ...ticketKey(order.sale.ticketId),
  id: order.sale.ticketId,
  orderId: order.id,
  userId: order.sale.takenBy?.userId ?? order.userId,
  ticketDate: ticketDateOf(Date.parse(soldAtOf(order))),
  status: ticketPaid,
  totalCents: order.sale.goodsCents + order.sale.tipCents,
  notes: '',
  paymentIds: payments.map(({ paymentId }) => paymentId),
  version: 1,
  number: order.sale.number,
  ...(order.sale.series !== undefined && { series: order.sale.series }),
  tipCents: order.sale.tipCents,
  ...(order.sale.roundingCents && { roundingCents: order.sale.roundingCents }),
})

/** A payment as its order's copy has it. */
export const paymentOf = (
  { paymentId, methodId, amountCents, lightning, transactionId, ticketIds }: OrderPayment,
  sale: SaleSnapshot,
): PaymentRecord => ({
  ...paymentKey(paymentId),
  id: paymentId,
  methodId,
  currencyId: currencyByAcronym(sale.currency ?? sale.baseCurrency ?? 'USD').id,
  amountCents,
  transactionId: transactionId ?? '',
  lightning,
  ticketIds,
  saleTicketId: sale.ticketId,
  version: 1,
})

function withoutSale({ tickets, payments, orders }: Around): Difference[] {
  const made = new Set(
    [...orders.values()].flatMap(({ sale }) => (sale ? [sale.ticketId] : [])),
  )
  return [
    ...[...tickets.values()]
      .filter(
        ({ id, number, voided }) => number !== undefined && !voided && !made.has(id),
      )
      .map(({ id, number, series, orderId, totalCents }) => ({
        said:
          `${receiptName({ number, series })} of ${fromCents(totalCents)} stands on paper, and its order ` +
          `${orders.has(orderId) ? 'is not sold' : 'is missing'}: what was sold is not known`,
        subject: { id, name: receiptName({ number, series }) },
      })),
    ...[...payments.values()]
      .filter(
        ({ saleTicketId: id }) => id !== undefined && !tickets.has(id) && !made.has(id),
      )
      .map(({ id, amountCents }) => ({
        said: `a payment of ${fromCents(amountCents)} has neither ticket nor order`,
        subject: { id },
      })),
  ]
}
