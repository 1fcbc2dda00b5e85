import { newId } from '../ids.ts'
import { nextNumber } from '../sales/day-record.ts'
import { listedAt, orderKey } from '../sales/orders.ts'
import type { PaymentRecord } from '../sales/payments.ts'
import { currencyOf, paymentsOf, soldTenders } from '../sales/sale-payments.ts'
import type { SaleSnapshot } from '../sales/sale-snapshot.ts'
import { ticketDateOf, ticketPaid } from '../sales/ticket.ts'
import { type TicketRecord, ticketKey } from '../sales/tickets.ts'
import { isoSeconds } from '../time/iso.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import type { SaleInputs } from './sale-inputs.ts'
import type { SalePlan } from './sale-plan.ts'
import type { StoreOrderRecord } from './store-orders.ts'

export type SaleRecords = {
  readonly order: StoreOrderRecord & { readonly sale: SaleSnapshot }
  readonly ticket: TicketRecord
  /** One for each tender. */
  readonly payments: readonly PaymentRecord[]
}

/** The order, ticket and payments of a sale, each naming the others. */
export function saleRecords(
  input: CheckoutRequest,
  { day, baseCurrencyId, pricesIncludeTax }: SaleInputs,
  { user, items, sums }: SalePlan,
  nowMs: number,
): SaleRecords {
  const { amountCents, tipCents, ticketNotes } = input
  const number = nextNumber(day)
  const [orderId, ticketId] = [newId(), newId()]
  const payments = paymentsOf(input.tenders, ticketId, baseCurrencyId)
  return {
    order: {
      ...orderKey(orderId),
      id: orderId,
      kind: 'store',
      userId: user.id,
      userName: user.name,
      tableId: null,
      status: 'closed',
      settled: true,
      totalCents: amountCents,
      createdAt: isoSeconds(nowMs),
      listedAt: listedAt(nowMs, orderId),
      items,
      payments: payments.map(
        ({ id: paymentId, methodId, amountCents, lightning, ticketIds }) => ({
          paymentId,
          methodId,
          amountCents,
          lightning,
          ticketIds,
        }),
      ),
      sale: {
        number,
        ticketId,
        goodsCents: sums.goodsCents,
        discountCents: sums.discountCents,
        tipCents,
        adjustmentCents: sums.adjustmentCents,
        pricesIncludeTax,
        taxes: sums.taxes,
        tenders: soldTenders(input.tenders, payments),
        ...currencyOf(payments),
      },
    },
    ticket: {
      ...ticketKey(ticketId),
      id: ticketId,
      orderId,
      userId: user.id,
      ticketDate: ticketDateOf(nowMs),
      status: ticketPaid,
      totalCents: amountCents,
      notes: ticketNotes,
      paymentIds: payments.map(({ id }) => id),
      version: 1,
      number,
      tipCents,
    },
    payments,
  }
}
