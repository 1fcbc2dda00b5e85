import { newId } from '../ids.ts'
import { type DayRecord, nextNumber } from './day-record.ts'
import type { PaymentRecord } from './payments.ts'
import { currencyOf, paymentsOf, soldTenders } from './sale-payments.ts'
import type { SaleSnapshot, SoldShop } from './sale-snapshot.ts'
import type { SaleSums } from './sale-sums.ts'
import type { Tender } from './tender.ts'
import { ticketDateOf, ticketPaid } from './ticket.ts'
import { type TicketRecord, ticketKey } from './tickets.ts'

/** What a checkout and a settlement know about the sale that they are about to write. */
export type Sold = {
  readonly orderId: string
  readonly userId: string
  /** What was paid, with the tip. */
  readonly totalCents: number
  readonly tipCents: number
  readonly notes: string
  readonly sums: SaleSums
  readonly tenders: readonly Tender[]
  readonly day: DayRecord | undefined
  readonly baseCurrencyId: string
  readonly pricesIncludeTax: boolean
  readonly shop: SoldShop | undefined
}

/** The records of a sale, each naming the others, and what its order keeps of it. */
export type SoldTicket = {
  readonly ticket: TicketRecord
  /** One for each tender. */
  readonly payments: readonly PaymentRecord[]
  readonly sale: SaleSnapshot
}

/** Numbers the ticket of a sale that is made at this moment, in Unix ms. */
export function soldTicket(
  {
    orderId,
    userId,
    totalCents,
    tipCents,
    notes,
    sums,
    tenders,
    day,
    baseCurrencyId,
    pricesIncludeTax,
    shop,
  }: Sold,
  nowMs: number,
): SoldTicket {
  const number = nextNumber(day)
  const ticketId = newId()
  const payments = paymentsOf(tenders, ticketId, baseCurrencyId)
  return {
    ticket: {
      ...ticketKey(ticketId),
      id: ticketId,
      orderId,
      userId,
      ticketDate: ticketDateOf(nowMs),
      status: ticketPaid,
      totalCents,
      notes,
      paymentIds: payments.map(({ id }) => id),
      version: 1,
      number,
      tipCents,
    },
    payments,
    sale: {
      number,
      ticketId,
      goodsCents: sums.goodsCents,
      discountCents: sums.discountCents,
      tipCents,
      adjustmentCents: sums.adjustmentCents,
      pricesIncludeTax,
      taxes: sums.taxes,
      tenders: soldTenders(tenders, payments),
      ...currencyOf(payments),
      ...(shop && { shop }),
    },
  }
}
