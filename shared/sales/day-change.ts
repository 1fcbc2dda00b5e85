import { sharesOf } from '../money/shares.ts'
import type { SaleRefund, SaleSnapshot, SaleTax, SaleTender } from './sale-snapshot.ts'
import type { SaleSums } from './sale-sums.ts'

type OfMethod = Pick<SaleTender, 'methodId' | 'amountCents'>

/** What an operation adds to the day; what is left out is 0. In cents. */
export type DayChange = {
  readonly tickets?: number
  readonly tenders?: readonly OfMethod[]
  /** The parts of the tip by the method that they were paid with. */
  readonly tips?: readonly OfMethod[]
  readonly tipCents?: number
  readonly discountCents?: number
  readonly addedTaxCents?: number
  readonly adjustmentCents?: number
  readonly taxes?: readonly SaleTax[]
  /** What was paid for lines without tax. */
  readonly untaxedCents?: number
  /** What went back, by the method of payment that it went back in. */
  readonly refunds?: readonly (OfMethod & Partial<Pick<SaleRefund, 'satoshiAmount'>>)[]
  readonly refundedTaxes?: readonly SaleTax[]
  /** What was given back of lines without tax. */
  readonly untaxedRefundCents?: number
  readonly cashInCents?: number
  readonly cashOutCents?: number
  /** Payments that were linked to a ticket and that no sale was made with. */
  readonly outside?: { readonly count: number; readonly cents: number }
}

/** What a sale adds to the day, beside its ticket. */
export const changeOfSale = (
  { tenders, tipCents, discountCents, adjustmentCents, goodsCents, taxes }: SaleSnapshot,
  { addedTaxCents }: SaleSums,
): DayChange => ({
  tenders,
  tips: tipsOf(tenders, tipCents),
  tipCents,
  discountCents,
  addedTaxCents,
  adjustmentCents,
  taxes,
  untaxedCents: goodsCents - grossOf(taxes),
})

/** What a refund with these taxes adds to the day. */
export const changeOfRefund = (
  refund: SaleRefund,
  refundedTaxes: readonly SaleTax[],
): DayChange => ({
  refunds: [refund],
  refundedTaxes,
  untaxedRefundCents: refund.amountCents - refund.tipCents - grossOf(refundedTaxes),
})

/** A tip in proportion to the tenders, in their order. */
const tipsOf = (tenders: readonly OfMethod[], tipCents: number): OfMethod[] => {
  const shares = sharesOf(
    tipCents,
    tenders.map(({ amountCents }) => amountCents),
  )
  return tenders.map(({ methodId }, at) => ({ methodId, amountCents: shares[at] ?? 0 }))
}

const grossOf = (taxes: readonly SaleTax[]) =>
  taxes.reduce((sum, { netCents, taxCents }) => sum + netCents + taxCents, 0)
