import type { TenderInput } from '../../../shared/client/api.ts'
import { nearestMultiple } from '../../../shared/platform/money/shares.ts'
import { type Method, methods } from '../../parts/payment-methods.ts'

/** Part of a sale that a customer has paid by one method; in cents. */
export type Tender = {
  readonly method: Method
  readonly amountCents: number
  /** Cash that was handed over. */
  readonly givenCents?: number
  /** Number of the card transaction or of the transfer. */
  readonly reference?: string
}

/** Tender of the finished sale, over Lightning too. */
export type Paid = Omit<Tender, 'method'> & { readonly method: Method | 'lightning' }

/** Returns the amount left to pay; below 0 by the amount that cash was rounded up. */
export const restOf = (dueCents: number, tenders: readonly Tender[]): number =>
  tenders.reduce((rest, { amountCents }) => rest - amountCents, dueCents)

/**
 * Returns the cash for a rest where the shop rounds cash; 0 means no rounding. Half is
 * rounded up.
 */
export const cashDue = (restCents: number, cashRoundingCents: number): number =>
  cashRoundingCents === 0 ? restCents : nearestMultiple(restCents, cashRoundingCents)

/** The cash that was handed over. */
export const givenOf = (tenders: readonly Paid[]): number =>
  tenders.reduce((given, { givenCents = 0 }) => given + givenCents, 0)

/** Returns the change of cash. */
export const changeOf = (tenders: readonly Paid[]): number =>
  tenders.reduce(
    (change, { givenCents, amountCents }) =>
      change + (givenCents === undefined ? 0 : givenCents - amountCents),
    0,
  )

/** The tenders as checkout and settle take them. */
export const tenderInputs = (tenders: readonly Tender[]): TenderInput[] =>
  tenders.map(({ method, amountCents, givenCents, reference }) => ({
    paymentMethodId: methods[method],
    amountCents,
    ...(givenCents !== undefined && { givenCents }),
    ...(reference && { transactionId: reference }),
  }))

/**
 * Returns the most cash that somebody can mean to give: 1,000 times the amount due, or a
 * large note.
 */
export const mostCash = (dueCents: number, smallestCents: number): number =>
  1_000 * Math.max(dueCents, 100 * smallestCents)

/**
 * Suggests amounts of cash: the sum itself, then the next banknotes and round sums above it.
 */
export function quickAmounts(dueCents: number, smallestCents: number): number[] {
  const steps = [100, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000]
    .map((step) => step * smallestCents)
    // Small steps are left out: nobody gives 22 for 21.50.
    .filter((step) => step >= dueCents / 10)
  const above = steps.map((step) => Math.ceil(dueCents / step) * step)
  return [...new Set([dueCents, ...above])].sort((one, other) => one - other).slice(0, 5)
}
