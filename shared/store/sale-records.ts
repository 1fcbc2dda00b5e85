import { newId } from '../ids.ts'
import { findCurrency } from '../money/currencies.ts'
import { findPaymentMethod } from '../money/payment-methods.ts'
import { nextNumber } from '../sales/day-record.ts'
import { listedAt, orderKey } from '../sales/orders.ts'
import { type PaymentRecord, paymentKey } from '../sales/payments.ts'
import type { SaleSnapshot, SaleTender } from '../sales/sale-snapshot.ts'
import type { Tender } from '../sales/tender.ts'
import { changeOf } from '../sales/tenders.ts'
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
  const payments = input.tenders.map((tender) =>
    paymentOf(tender, ticketId, baseCurrencyId),
  )
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
        tenders: input.tenders.map((tender, at) => soldTender(tender, payments[at]?.id)),
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

function paymentOf(
  { methodId, currencyId, transactionId, amountCents, lightning }: Tender,
  ticketId: string,
  baseCurrencyId: string,
): PaymentRecord {
  const id = newId()
  return {
    ...paymentKey(id),
    id,
    methodId,
    currencyId: currencyId ?? baseCurrencyId,
    transactionId,
    amountCents,
    lightning,
    ticketIds: [ticketId],
    version: 1,
  }
}

function currencyOf(payments: readonly PaymentRecord[]): { currency?: string } {
  const [currencyId = '', ...others] = new Set(payments.map((each) => each.currencyId))
  const currency = findCurrency(currencyId)?.acronym
  return currency === undefined || others.length > 0 ? {} : { currency }
}

const soldTender = (tender: Tender, paymentId = ''): SaleTender => ({
  paymentId,
  methodId: tender.methodId,
  methodName: findPaymentMethod(tender.methodId)?.name ?? '',
  amountCents: tender.amountCents,
  ...(tender.givenCents !== null && {
    givenCents: tender.givenCents,
    changeCents: changeOf(tender),
  }),
  ...(tender.lightning && { lightning: tender.lightning }),
})
