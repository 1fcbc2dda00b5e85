import { Failure } from '../../failure.ts'
import type { PayoutTerms } from '../../lightning/node/invoice.ts'
import type { SaleRefund } from '../sales/sale-snapshot.ts'

/** The field that all refusals of an invoice's amount blame. */
const field = 'invoice'

/** The Lightning tender of a sale and its earlier refunds. */
export type Paid = {
  /** Amount that the tender paid of the sale, from 1. */
  readonly tenderCents: number
  /** Satoshis that the customer sent for it. */
  readonly sentSat: number
  /** Most that may be given back, with an excess; absent without one. */
  readonly mostSat?: number | undefined
  /** The refunds of the sale that were paid out. */
  readonly payouts: readonly Pick<SaleRefund, 'amountCents' | 'satoshiAmount'>[]
}

/**
 * Returns the satoshis that an invoice pays out for an amount of a sale: at most its
 * share of the satoshis sent, and exactly the rest once all of the tender goes back, up
 * to an excess. Throws `refundExceedsPaid`, `refundInvoiceAmountMismatch`.
 */
export function payoutSatoshis(
  { amountMsat }: { readonly amountMsat: bigint },
  amountCents: number,
  { tenderCents, sentSat, mostSat = sentSat, payouts }: Paid,
): number {
  const cents = sumOf(payouts.map((each) => each.amountCents)) + amountCents
  if (cents > tenderCents) throw new Failure('refundExceedsPaid')
  const isAll = cents === tenderCents
  const paidOut = sumOf(payouts.map(({ satoshiAmount }) => satoshiAmount))
  const due = partOf(sentSat, cents, tenderCents) - paidOut
  const most = partOf(mostSat, cents, tenderCents) - paidOut
  const isTooLittle = isAll && amountMsat < BigInt(due) * 1_000n
  if (isTooLittle || amountMsat > BigInt(most) * 1_000n) {
    const limit =
      isAll && due < most
        ? `${due} to ${most} satoshis`
        : `${isAll ? 'exactly' : 'at most'} ${most} satoshis`
    throw new Failure('refundInvoiceAmountMismatch', { limit, field })
  }
  // A part of a satoshi would be paid out and not be on record.
  if (amountMsat % 1_000n !== 0n) {
    throw new Failure('refundInvoiceAmountMismatch', { limit: 'whole satoshis', field })
  }
  return Number(amountMsat / 1_000n)
}

/** An amount of an invoice. Throws `refundInvoiceMissingAmount`. */
export function requireAmount({ amountMsat }: PayoutTerms): bigint {
  if (amountMsat === null) throw new Failure('refundInvoiceMissingAmount', { field })
  return amountMsat
}

const partOf = (satoshis: number, cents: number, tenderCents: number): number =>
  Number((BigInt(satoshis) * BigInt(cents)) / BigInt(tenderCents))

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
