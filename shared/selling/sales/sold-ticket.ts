import { newId } from '../../ids.ts'
import { findCurrency } from '../../platform/money/currencies.ts'
import { findPaymentMethod } from '../../platform/money/payment-methods.ts'
import type { Buyer } from './buyer.ts'
import { type PaymentRecord, paymentKey } from './payments.ts'
import { numberOfSale, type SaleIds } from './sale-on-wire.ts'
import type { SaleSnapshot, SaleTender, SoldShop } from './sale-snapshot.ts'
import type { SaleSums } from './sale-sums.ts'
import { changeOf, type Tender } from './tenders.ts'
import { ticketDateOf, ticketPaid } from './ticket.ts'
import { type TicketRecord, ticketKey } from './tickets.ts'

/** Data of a sale that a checkout or settlement is about to write. */
type Sold = {
  readonly orderId: string
  readonly userId: string
  /** Caller of the sale; may be another than its user. */
  readonly enteredBy: string
  /** Amount paid, with the tip. */
  readonly totalCents: number
  readonly tipCents: number
  readonly notes: string
  readonly buyer: Buyer | undefined
  readonly fiscal: string | undefined
  readonly sums: SaleSums
  readonly tenders: readonly Tender[]
  /** Amount of the tenders beyond the total; below 0 when they pay less. */
  readonly roundingCents: number
  /** Its number, and the fields that the sale keeps of its place. */
  readonly place: SalePlace
  readonly baseCurrencyId: string
  /** Its acronym. */
  readonly currency: string
  readonly pricesIncludeTax: boolean
  /** Taxes and shares are multiples of this amount. */
  readonly smallestCents: number
  readonly shop: SoldShop | undefined
  /** Of each line of the order. */
  readonly categoryIds: readonly (string | undefined)[]
}

/** The number of a sale, and where it was made if that is a till. */
export type SalePlace = Pick<
  SaleSnapshot,
  'series' | 'tillId' | 'tillName' | 'partNumber' | 'flags' | 'syncedAt' | 'statedAt'
> & { readonly number: number }

/** Records of a sale, each naming the others, and the fields that its order keeps of it. */
export type SoldTicket = ReturnType<typeof soldTicket>

/** Numbers the ticket of a sale that is made at this moment, in Unix ms. */
export function soldTicket(sold: Sold, nowMs: number) {
  const { orderId, userId, totalCents, tipCents, notes, sums, tenders, shop } = sold
  const rounding = sold.roundingCents !== 0 && { roundingCents: sold.roundingCents }
  const { number } = sold.place
  const ticketId = newId()
  const payments = paymentsOfSale(
    tenders.map((tender) => ({
      ...tender,
      currencyId: tender.currencyId ?? sold.baseCurrencyId,
    })),
    ticketId,
  )
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
      ...(sold.place.series !== undefined && { series: sold.place.series }),
      tipCents,
      ...rounding,
    } satisfies TicketRecord,
    /** One for each tender. */
    payments,
    sale: {
      ...sold.place,
      ticketId,
      goodsCents: sums.goodsCents,
      discountCents: sums.discountCents,
      tipCents,
      adjustmentCents: sums.adjustmentCents,
      ...rounding,
      ...(sold.smallestCents > 1 && { smallestCents: sold.smallestCents }),
      pricesIncludeTax: sold.pricesIncludeTax,
      taxes: sums.taxes,
      tenders: soldTenders(tenders, payments),
      ...(sold.enteredBy !== userId && { enteredBy: sold.enteredBy }),
      ...categoriesOf(sold.categoryIds),
      ...currencyOf(payments),
      baseCurrency: sold.currency,
      ...(shop && { shop }),
      ...(sold.buyer && { buyer: sold.buyer }),
      ...(sold.fiscal && { fiscal: sold.fiscal }),
    } satisfies SaleSnapshot,
  }
}

/** The records of a sale's payments, one for each tender, linked to its ticket. */
export const paymentsOfSale = (
  tenders: readonly (Tender & { readonly currencyId: string })[],
  ticketId: string,
) =>
  tenders.map((tender): PaymentRecord => {
    const { givenCents: _, ...paid } = tender
    const id = newId()
    return {
      ...paymentKey(id),
      ...paid,
      id,
      ticketIds: [ticketId],
      saleTicketId: ticketId,
      version: 1,
    }
  })

/** The tenders as the snapshot of their sale keeps them. */
export const soldTenders = (
  tenders: readonly Tender[],
  payments: readonly PaymentRecord[],
): SaleTender[] =>
  tenders.map((tender, at) => ({
    paymentId: payments[at]?.id ?? '',
    methodId: tender.methodId,
    methodName: findPaymentMethod(tender.methodId)?.name ?? '',
    amountCents: tender.amountCents,
    ...(tender.transactionId && { transactionId: tender.transactionId }),
    ...(tender.givenCents !== null && {
      givenCents: tender.givenCents,
      changeCents: changeOf(tender),
    }),
    ...(tender.lightning && { lightning: tender.lightning }),
  }))

/** Each category with its lines: a bill of 1,000 has no room to name it with each. */
function categoriesOf(ids: Sold['categoryIds']): Pick<SaleSnapshot, 'categories'> {
  const byId = Map.groupBy(ids.keys(), (at) => ids[at])
  const categories = [...byId].flatMap(([id, lines]) =>
    id === undefined ? [] : [{ id, lines }],
  )
  return categories.length === 0 ? {} : { categories }
}

/** The currency of all these payments; nothing where they differ. */
function currencyOf(payments: readonly PaymentRecord[]): { currency?: string } {
  const [currencyId = '', ...others] = new Set(payments.map((each) => each.currencyId))
  const currency = findCurrency(currencyId)?.acronym
  return currency === undefined || others.length > 0 ? {} : { currency }
}

/** The ids of a sale's records. Its Lightning payment represents all of them. */
export function idsOfSale(
  tenders: readonly Tender[],
  { ticket, payments, sale }: Pick<SoldTicket, 'ticket' | 'payments' | 'sale'>,
) {
  const main = payments.find(({ lightning }) => lightning?.paymentHash) ?? payments[0]
  return {
    orderId: ticket.orderId,
    ticketId: ticket.id,
    paymentId: main?.id ?? '',
    paymentIds: payments.map(({ id }) => id),
    changeCents: tenders.reduce((sum, tender) => sum + changeOf(tender), 0),
    ...numberOfSale(sale),
  } satisfies SaleIds
}
