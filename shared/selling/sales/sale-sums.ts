import { fractionOf, sharesOf } from '../../platform/money/shares.ts'
import type { Order } from './orders.ts'
import type {
  SaleRefund,
  SaleSnapshot,
  SaleTax,
  SoldLine,
  SoldTax,
} from './sale-snapshot.ts'

/** A line to sell. Amounts are cents from 0. */
export type LineToSell = {
  /** The weight for splitting the charge when every line is free. */
  readonly quantity: number
  /** All units at their price. */
  readonly costCents: number
  /** The line's own discount, at most its cost. */
  readonly discountCents: number
  readonly tax?: SoldTax | undefined
}

type SaleTerms = {
  /** Discount on the whole sale: at most the cost of the lines after their own. */
  readonly discountCents: number
  readonly pricesIncludeTax: boolean
  /** Amount that the till charges without the tip; undefined for the lines' own total. */
  readonly goodsCents?: number | undefined
  /** Taxes and shares are multiples of it: 100 in a currency without cents, 1 if left out. */
  readonly smallestCents?: number | undefined
}

/** A sale to the cent. The lines add up to the totals next to them. */
export type SaleSums = Readonly<ReturnType<typeof computeSale>>

/**
 * Computes a sale: discounts and taxes by line, and the amount paid for each.
 *
 * A till unaware of taxes charges the lines without the tax that is added: then each line
 * paid its own cost, tax included. If the till charges a different total, it is split over the
 * lines in proportion to what each comes to, and tax counts as included: a cent more or less
 * moves no tax by more than a cent. The sums must be safe integers; `expectedCents` is not one
 * when added tax makes it too large. What comes from an amount that is not a multiple of
 * `smallestCents`, as a till unaware of it may send, is computed to the cent.
 */
export function computeSale(
  lines: readonly LineToSell[],
  { discountCents, pricesIncludeTax, goodsCents, smallestCents = 1 }: SaleTerms,
) {
  const left = lines.map((line) => line.costCents - line.discountCents)
  const discounts = sharesOf(discountCents, left, smallestCents)
  const taxable = left.map((cents, at) => cents - (discounts[at] ?? 0))
  const expected = taxesOf(lines, taxable, pricesIncludeTax, smallestCents)
  const added = expected.taxCents.map((cents) => (pricesIncludeTax ? 0 : cents))
  const due = taxable.map((cents, at) => cents + (added[at] ?? 0))
  const expectedCents = sumOf(due)
  const isWithoutAddedTax = goodsCents === sumOf(taxable)
  const isAsExpected = goodsCents === undefined || goodsCents === expectedCents
  const paid = isAsExpected
    ? due
    : isWithoutAddedTax
      ? taxable
      : sharesOf(goodsCents, weightsOf(lines, due, smallestCents), smallestCents)
  const { taxes, taxCents } = isAsExpected
    ? expected
    : taxesOf(lines, paid, true, smallestCents)
  const isAdjusted = !isAsExpected && !isWithoutAddedTax
  return {
    /** Total of the lines: their cost less discounts, with the tax that is added. */
    expectedCents,
    /** The sum of `paidCents`. */
    goodsCents: goodsCents ?? expectedCents,
    adjustmentCents: isAdjusted ? goodsCents - expectedCents : 0,
    /** The tax that should have come on top of the lines and was not charged. */
    keptBackTaxCents: isWithoutAddedTax ? expectedCents - goodsCents : 0,
    /** The tax that came on top of the lines; 0 where prices include it. */
    addedTaxCents: isWithoutAddedTax ? 0 : sumOf(added),
    /** All discounts. */
    discountCents: discountCents + sumOf(lines.map((line) => line.discountCents)),
    /** By name and rate, in the order of the lines. */
    taxes,
    /** In the order of the lines. */
    lines: lines.map((line, at) => ({
      discountCents: line.discountCents + (discounts[at] ?? 0),
      paidCents: paid[at] ?? 0,
      taxCents: taxCents[at] ?? 0,
    })),
  }
}

/** Quantities become multiples, too: only their proportion counts. */
const weightsOf = (
  lines: readonly LineToSell[],
  due: readonly number[],
  smallestCents: number,
) =>
  due.every((cents) => cents === 0)
    ? lines.map(({ quantity }) => quantity * smallestCents)
    : due

/**
 * The taxes of a sale (VAT, sales tax), and each line's part. Rounding is half up, once for
 * each name and rate; the lines share the result by largest remainder.
 */
function taxesOf(
  lines: readonly Pick<LineToSell, 'tax'>[],
  taxable: readonly number[],
  included: boolean,
  smallestCents: number,
): { taxes: SaleTax[]; taxCents: number[] } {
  const taxCents = lines.map(() => 0)
  const taxes = [...linesByTax(lines).values()].map(({ tax, at }) => {
    const { rateThousandths } = tax
    const bases = at.map((line) => taxable[line] ?? 0)
    const base = sumOf(bases)
    const whole = included ? onePercent * 100 + rateThousandths : onePercent * 100
    const taxOfRate = fractionOf(base, rateThousandths, whole, smallestCents)
    for (const [index, share] of sharesOf(taxOfRate, bases, smallestCents).entries()) {
      taxCents[at[index] ?? 0] = share
    }
    const netCents = included ? base - taxOfRate : base
    return { ...tax, netCents, taxCents: taxOfRate }
  })
  return { taxes, taxCents }
}

/** A percent in the unit of rates. */
const onePercent = 1_000

/** The indexes of each tax's lines; lines without tax have none. */
function linesByTax(lines: readonly Pick<LineToSell, 'tax'>[]) {
  const byTax = new Map<string, { tax: SoldTax; at: number[] }>()
  for (const [at, { tax }] of lines.entries()) {
    if (!tax) continue
    const key = taxKey(tax)
    const group = byTax.get(key) ?? { tax, at: [] }
    group.at.push(at)
    byTax.set(key, group)
  }
  return byTax
}

/** Key of taxes with the same name and rate. */
export const taxKey = ({ name, rateThousandths }: SoldTax) => `${rateThousandths} ${name}`

/** Returns the taxes of the refunded amounts of lines, by name and rate. */
export function taxesOfRefund(
  refund: Pick<SaleRefund, 'lines'>,
  lines: readonly Pick<SoldLine, 'tax'>[],
): SaleTax[] {
  const taxed = refund.lines.flatMap(({ at, paidCents, taxCents }) => {
    const tax = lines[at]?.tax
    return tax ? [{ ...tax, netCents: paidCents - taxCents, taxCents }] : []
  })
  return sumByTax(taxed)
}

/** Net sums and taxes of each name and rate. */
const sumByTax = (taxes: readonly SaleTax[]): SaleTax[] =>
  [...Map.groupBy(taxes, taxKey).values()].map((same) =>
    same.reduce((sum, { netCents, taxCents }) => ({
      name: sum.name,
      rateThousandths: sum.rateThousandths,
      ...(sum.isUnknown && { isUnknown: sum.isUnknown }),
      netCents: sum.netCents + netCents,
      taxCents: sum.taxCents + taxCents,
    })),
  )

const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0)

/** The fields of a line from which its shares are computed. `priceAtOrder` is in cents. */
export type PricedLine = SoldLine & {
  readonly quantity: number
  readonly priceAtOrder: number
}

export const costOf = ({ quantity, priceAtOrder }: PricedLine) => quantity * priceAtOrder

/**
 * Returns the amount paid for each line of a sale, in cents. Older sales did not record
 * it; their total is split by cost.
 */
export const paidByLine = (
  { sale, totalCents }: Pick<Order, 'sale' | 'totalCents'>,
  lines: readonly PricedLine[],
): number[] =>
  sale
    ? lines.map(({ paidCents = 0 }) => paidCents)
    : spreadOverLines(totalCents, lines, lines.map(costOf))

/** Returns the amount that a refund handed over: cash may be rounded. */
export const givenBackCents = ({
  amountCents,
  roundingCents = 0,
}: Pick<SaleRefund, 'amountCents' | 'roundingCents'>) => amountCents - roundingCents

/** Returns the amount that a sale's taxes and shares are multiples of; 1 is the cent. */
export const smallestCentsIn = (sale: SaleSnapshot | undefined): number =>
  sale?.smallestCents ?? 1

/**
 * Returns the tax that came on top of each line, in cents; 0 where prices include it.
 * What a line paid is its cost less discounts, with this and its part of the adjustment.
 */
export function addedTaxByLine(
  { sale }: Pick<Order, 'sale'>,
  lines: readonly PricedLine[],
): number[] {
  if (!sale || sale.pricesIncludeTax) return lines.map(() => 0)
  const taxable = lines.map((line) => costOf(line) - (line.discountCents ?? 0))
  return sale.adjustmentCents === 0
    ? lines.map(({ paidCents = 0 }, at) => paidCents - (taxable[at] ?? 0))
    : taxesOf(lines, taxable, false, smallestCentsIn(sale)).taxCents
}

/**
 * Spreads an amount of a sale, which may be negative, over its lines by weights, by quantity
 * when all weights are 0, and evenly when all lines are cancelled, because then a tip may be
 * all that was paid. An order without lines has nothing to spread over.
 */
export function spreadOverLines(
  amount: number,
  lines: readonly PricedLine[],
  weights: readonly number[],
  smallestCents = 1,
): number[] {
  if (amount === 0 || lines.length === 0) return lines.map(() => 0)
  const quantities = lines.map(({ quantity }) => quantity * smallestCents)
  const usable = [weights, quantities].find((each) => each.some((weight) => weight > 0))
  const shares = sharesOf(
    Math.abs(amount),
    usable ?? lines.map(() => smallestCents),
    smallestCents,
  )
  return amount < 0 ? shares.map((share) => -share) : shares
}
