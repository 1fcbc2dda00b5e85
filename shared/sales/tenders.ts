import { Failure } from '../failure.ts'
import { findCurrency } from '../money/currencies.ts'
import { cashId, findPaymentMethod } from '../money/payment-methods.ts'
import type { Tender } from './tender.ts'

/** What is handed over in cash and goes back. */
export const changeOf = ({ givenCents, amountCents }: Tender) =>
  givenCents === null ? 0 : givenCents - amountCents

/**
 * Checks that payments are made of known methods and currencies and add up to an amount.
 * `isOnePayment` says that the only tender stands for the fields of one payment. Throws
 * `checkoutInvalidReference`, and `checkoutAmountsDiffer` with the cents that were expected.
 */
export function checkTenders(
  tenders: readonly Tender[],
  amountCents: number,
  isOnePayment = false,
): void {
  for (const [at, tender] of tenders.entries()) {
    const unknown = unknownPartOf(tender)
    if (unknown !== undefined) {
      const field = isOnePayment ? unknown : `tenders[${at}].${unknown}`
      throw new Failure('checkoutInvalidReference', { field })
    }
    if (changeOf(tender) < 0) {
      throw amountsDiffer(tender.amountCents, `tenders[${at}].givenCents`)
    }
  }
  const minCents = amountCents === 0 && tenders.length === 1 ? 0 : 1
  const low = tenders.findIndex((tender) => tender.amountCents < minCents)
  if (low !== -1) throw amountsDiffer(amountCents, `tenders[${low}].amountCents`)
  const sum = tenders.reduce((cents, tender) => cents + tender.amountCents, 0)
  if (sum !== amountCents) throw amountsDiffer(amountCents, 'tenders')
}

/** The field of a tender that names something unknown, or cash given for none. */
function unknownPartOf({ methodId, currencyId, givenCents }: Tender): string | undefined {
  if (!findPaymentMethod(methodId)) return 'paymentMethodId'
  if (currencyId !== null && !findCurrency(currencyId)) return 'currencyId'
  return givenCents !== null && methodId !== cashId ? 'givenCents' : undefined
}

/** The failure of an amount that is not the one it should be, with the field at fault. */
export const amountsDiffer = (expectedCents: number, field?: string) =>
  new Failure('checkoutAmountsDiffer', {
    expectedCents,
    ...(field !== undefined && { field }),
  })
