import { Failure } from '../../failure.ts'
import { findCurrency } from '../../platform/money/currencies.ts'
import { bitcoinId } from '../../platform/money/payment-methods.ts'
import type { PaidSatoshis } from '../sales/paid-satoshis.ts'
import type { PaymentHashState } from '../sales/payment-hashes.ts'
import type { Seller } from '../sales/payment-owner.ts'
import { isOfAnotherCurrency, keptRate, worthByRates } from '../sales/payment-worth.ts'
import type { Tender } from '../sales/tenders.ts'

/** A fee, or a rate that has moved, may leave a payment this far below its price. */
const leastPercent = 95

/**
 * With `verifyCheckout`, a tender in Bitcoin names its payment. Throws `checkoutInvalidReference`.
 */
export function requireHashOfBitcoin(tenders: readonly Tender[]): void {
  const isWithout = ({ methodId, lightning }: Tender) =>
    methodId === bitcoinId && !lightning?.paymentHash
  if (tenders.some(isWithout)) {
    throw new Failure('checkoutInvalidReference', { field: 'paymentHash' })
  }
}

/**
 * True if a confirmed payment is enough for its tender. A payment with rates of other
 * currencies than the sale's is for administrators to judge.
 */
export function isEnough(
  { sentSat }: PaidSatoshis,
  known: PaymentHashState,
  { tenders, baseCurrencyId }: Sold,
  { isAdmin }: Pick<Seller, 'isAdmin'>,
): boolean {
  const tender = tenders.find(({ lightning }) => lightning?.paymentHash)
  const price = { cents: tender?.amountCents ?? 0, currency: acronymOf(baseCurrencyId) }
  const worths = sentSat === null ? [] : worthByRates(sentSat, known, price, leastPercent)
  const isTooSmall =
    (sentSat !== null && sentSat < (tender?.lightning?.satoshiAmount ?? 0)) ||
    worths.some((worth) => worth < 0) ||
    (!isAdmin && isOfAnotherCurrency(known, price.currency))
  return !isTooSmall
}

/** True if the server kept a rate with a payment that gives its worth. */
export const isPriced = (
  known: PaymentHashState,
  { baseCurrencyId }: Pick<Sold, 'baseCurrencyId'>,
): boolean => keptRate(known)?.currency === acronymOf(baseCurrencyId)

const acronymOf = (currencyId: string) => findCurrency(currencyId)?.acronym

type Sold = { readonly tenders: readonly Tender[]; readonly baseCurrencyId: string }
