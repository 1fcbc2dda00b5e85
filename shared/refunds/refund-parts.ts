import { Failure } from '../failure.ts'
import { sharesOf, unitsShare } from '../money/shares.ts'
import type { RefundedLine, RefundedParts, SoldLine } from '../sales/sale-snapshot.ts'

/** A line of a sale with its units; what was paid for it is known. */
export type RefundableLine = SoldLine & { readonly quantity: number }

/** What refunds have left of a sale, in cents. */
export type Left = {
  readonly lines: readonly LineLeft[]
  readonly tipCents: number
  /** Goods and tip. */
  readonly cents: number
  readonly units: number
}

type LineLeft = {
  readonly at: number
  readonly line: RefundableLine
  /** Units that were given back. */
  readonly taken: number
  readonly units: number
  readonly paidCents: number
  readonly taxCents: number
}

/** What goes back, without the payment that carries it. */
export type Parts = Pick<RefundedParts, 'tipCents' | 'lines'>

/** What is left of a sale after its refunds. */
export function leftOf(
  lines: readonly RefundableLine[],
  tipCents: number,
  refunds: readonly Parts[],
): Left {
  const given = refunds.flatMap((refund) => refund.lines)
  const left = lines.map((line, at): LineLeft => {
    const taken = given.filter((each) => each.at === at)
    const units = sumOf(taken.map(({ quantity }) => quantity))
    return {
      at,
      line,
      taken: units,
      units: line.quantity - units,
      paidCents: (line.paidCents ?? 0) - sumOf(taken.map(({ paidCents }) => paidCents)),
      taxCents: (line.taxCents ?? 0) - sumOf(taken.map(({ taxCents }) => taxCents)),
    }
  })
  const tipLeft = tipCents - sumOf(refunds.map((refund) => refund.tipCents))
  return {
    lines: left,
    tipCents: tipLeft,
    cents: sumOf(left.map(({ paidCents }) => paidCents)) + tipLeft,
    units: sumOf(left.map(({ units }) => units)),
  }
}

/** Whether there are neither units nor cents to give back. */
export const isNothingLeft = ({ cents, units }: Left): boolean =>
  cents === 0 && units === 0

/** All that is left, tip included. */
export const refundAll = ({ lines, tipCents }: Left): Parts => ({
  tipCents,
  lines: lines
    .filter(({ units, paidCents }) => units > 0 || paidCents > 0)
    .map(({ at, units, paidCents, taxCents }) => ({
      at,
      quantity: units,
      paidCents,
      taxCents,
    })),
})

/** So many units of the lines at these places. Throws `refundExceedsPaid`. */
export function refundUnits({ lines }: Left, wanted: ReadonlyMap<number, number>): Parts {
  const given = lines.flatMap((left): RefundedLine[] => {
    const units = wanted.get(left.at) ?? 0
    if (units > left.units) throw new Failure('refundExceedsPaid', { field: 'items' })
    return units === 0 ? [] : [{ at: left.at, quantity: units, ...shareOf(left, units) }]
  })
  return { tipCents: 0, lines: given }
}

/** A line gives at most what it has left: a sum may have been given back of it before. */
function shareOf(
  { line, taken, paidCents: paidLeft, taxCents: taxLeft }: LineLeft,
  units: number,
) {
  const { quantity, paidCents = 0, taxCents = 0 } = line
  const share = (cents: number) => unitsShare(cents, { quantity, taken, units })
  const paid = Math.min(share(paidCents), paidLeft)
  return {
    paidCents: paid,
    taxCents: paid === paidLeft ? taxLeft : Math.min(share(taxCents), taxLeft),
  }
}

/**
 * A sum, over what the lines have left, then of the tip. Where it leaves nothing of either,
 * the units count as returned. Throws `refundExceedsPaid`.
 */
export function refundAmount({ lines, tipCents, cents }: Left, amount: number): Parts {
  if (amount > cents) throw new Failure('refundExceedsPaid', { field: 'amountCents' })
  const left = lines.map(({ paidCents }) => paidCents)
  const isAll = amount === cents
  const goods = Math.min(amount, cents - tipCents)
  const shares = sharesOf(goods, left)
  return {
    tipCents: amount - goods,
    lines: lines
      .map(({ at, units, paidCents, taxCents }) => {
        const share = shares[at] ?? 0
        return {
          at,
          quantity: isAll ? units : 0,
          paidCents: share,
          taxCents: of(taxCents, share, paidCents),
        }
      })
      .filter((line) => line.paidCents > 0 || line.quantity > 0),
  }
}

/** The whole part of cents that a share is of a whole. */
const of = (cents: number, share: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(cents) * BigInt(share)) / BigInt(whole))

/** The cents of a refund's lines and tip. */
export const centsOf = ({ lines, tipCents }: Parts): number =>
  sumOf(lines.map(({ paidCents }) => paidCents)) + tipCents

const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0)
