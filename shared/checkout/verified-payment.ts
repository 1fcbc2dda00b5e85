import { Failure } from '../failure.ts'
import { findCurrency } from '../money/currencies.ts'
import { bitcoinId } from '../money/payment-methods.ts'
import type { HashInvoice, PaymentHashState } from '../sales/payment-hashes.ts'
import type { Seller } from '../sales/payment-owner.ts'
import { isOfAnotherCurrency, keptRate, worthByRates } from '../sales/payment-worth.ts'
import type { Tender } from '../sales/tenders.ts'
import type { PaymentConfirmation } from './payment-confirmation.ts'

/** A payment that is enough for its tender. */
export type VerifiedPayment = ReturnType<typeof verifyPayment>

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
 * What a customer has paid; null when nobody said it. An invoice of a fixed amount that was
 * paid counts in full: what the node received of it is less its fee.
 */
export function paidSatoshis(
  { receivedSat, requestedSat }: PaymentConfirmation,
  invoice: HashInvoice | undefined,
): number | null {
  const fixedSat = requestedSat ?? invoice?.amountSat ?? 0
  return Math.max(receivedSat ?? 0, fixedSat) || receivedSat
}

/**
 * Checks that a confirmed payment is enough for its tender. What one is worth whose rates are of
 * other currencies than the sale's is up to administrators. Throws `paymentTooSmall`.
 */
export function verifyPayment(
  paymentHash: string,
  confirmation: PaymentConfirmation,
  known: PaymentHashState,
  { tenders, baseCurrencyId }: Sold,
  { isAdmin }: Pick<Seller, 'isAdmin'>,
) {
  const tender = tenders.find(({ lightning }) => lightning?.paymentHash)
  const paidSat = paidSatoshis(confirmation, known.invoice)
  const price = {
    cents: tender?.amountCents ?? 0,
    currency: findCurrency(baseCurrencyId)?.acronym,
  }
  const worths = paidSat === null ? [] : worthByRates(paidSat, known, price, leastPercent)
  const isTooSmall =
    (paidSat !== null && paidSat < (tender?.lightning?.satoshiAmount ?? 0)) ||
    worths.some((worth) => worth < 0) ||
    (!isAdmin && isOfAnotherCurrency(known, price.currency))
  if (isTooSmall) throw new Failure('paymentTooSmall', { field: 'paymentHash' })
  return {
    paymentHash,
    /** null when nobody said it. */
    receivedSat: confirmation.receivedSat,
    /** Whether a rate that the server kept with it said what it is worth. */
    isPriced: keptRate(known)?.currency === price.currency,
  }
}

type Sold = { readonly tenders: readonly Tender[]; readonly baseCurrencyId: string }

/** The tenders with the satoshis that were received instead of those that the till sent. */
export const withReceived = (
  tenders: readonly Tender[],
  payments: readonly VerifiedPayment[],
): Tender[] =>
  tenders.map((tender) => {
    const { lightning } = tender
    const satoshiAmount = payments.find(
      ({ paymentHash }) => paymentHash === lightning?.paymentHash,
    )?.receivedSat
    return lightning && satoshiAmount
      ? { ...tender, lightning: { ...lightning, satoshiAmount } }
      : tender
  })
