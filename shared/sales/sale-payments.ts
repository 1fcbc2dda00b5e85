import { newId } from '../ids.ts'
import { findCurrency } from '../money/currencies.ts'
import { findPaymentMethod } from '../money/payment-methods.ts'
import { type PaymentRecord, paymentKey } from './payments.ts'
import type { SaleTender } from './sale-snapshot.ts'
import type { Tender } from './tender.ts'
import { changeOf } from './tenders.ts'

/** The records of a sale's payments, one for each tender, linked to its ticket. */
export const paymentsOf = (
  tenders: readonly Tender[],
  ticketId: string,
  baseCurrencyId: string,
): PaymentRecord[] =>
  tenders.map(
    ({ methodId, currencyId, transactionId, amountCents, lightning }): PaymentRecord => {
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
        saleTicketId: ticketId,
        version: 1,
      }
    },
  )

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

/** The currency of all these payments; nothing where they differ. */
export function currencyOf(payments: readonly PaymentRecord[]): { currency?: string } {
  const [currencyId = '', ...others] = new Set(payments.map((each) => each.currencyId))
  const currency = findCurrency(currencyId)?.acronym
  return currency === undefined || others.length > 0 ? {} : { currency }
}
