import { Failure } from '../failure.ts'
import { findCurrency } from '../money/currencies.ts'
import { cashId, findPaymentMethod } from '../money/payment-methods.ts'
import type { Tender } from './tender.ts'

/** What is handed over in cash and goes back. */
export const changeOf = ({ givenCents, amountCents }: Tender) =>
  givenCents === null ? 0 : givenCents - amountCents

/**
 * Checks that payments are made of known methods and currencies and add up to an amount.
 * Throws `checkoutFailed`, and `checkoutAmounts` with the cents that were expected.
 */
export function checkTenders(tenders: readonly Tender[], amountCents: number): void {
  for (const tender of tenders) {
    if (
      !findPaymentMethod(tender.methodId) ||
      (tender.currencyId !== null && !findCurrency(tender.currencyId)) ||
      (tender.givenCents !== null && tender.methodId !== cashId)
    ) {
      throw new Failure('checkoutFailed')
    }
    if (changeOf(tender) < 0) throw amountsDiffer(tender.amountCents)
  }
  const isFree = amountCents === 0 && tenders.length === 1
  const addUp =
    tenders.every((tender) => tender.amountCents >= (isFree ? 0 : 1)) &&
    tenders.reduce((sum, tender) => sum + tender.amountCents, 0) === amountCents
  if (!addUp) throw amountsDiffer(amountCents)
}

/** The failure of an amount that is not the one it should be. */
export const amountsDiffer = (expectedCents: number) =>
  new Failure('checkoutAmounts', { expectedCents })
