import type { Order } from '../../selling/sales/orders.ts'
import type { SaleRefund, SoldLine } from '../../selling/sales/sale-snapshot.ts'
import {
  addedTaxByLine,
  costOf,
  type PricedLine,
  paidByLine,
  smallestCentsIn,
  spreadOverLines,
} from '../../selling/sales/sale-sums.ts'

/** A line of a sale as it is stored. */
export type StoredLine = PricedLine &
  Pick<SoldLine, 'modifiers' | 'ownDiscountCents' | 'unitCostCents'> & {
    readonly variantId?: string | undefined
    readonly productName: string
    readonly sku?: string
  }

/** Sum of the refunds of a line. */
export type RefundedLine = {
  readonly quantity: number
  /** Share of the amount paid for the line, tax included. */
  readonly goodsCents: number
  readonly taxCents: number
  /** Goods, and the line's share of refunded tips. */
  readonly totalCents: number
  readonly roundingCents: number
  readonly satoshis: number
  /** The places of the refunds among those of the sale. */
  readonly refunds: readonly number[]
}

/** A line with its share of its sale's whole sums, in cents. */
export type SharedLine = StoredLine & {
  /** All units at their price. */
  readonly costCents: number
  /**
   * First category of the goods when they were sold; absent for none, and for sales
   * without one on record.
   */
  readonly categoryId?: string | undefined
  readonly discountCents: number
  readonly addedTaxCents: number
  readonly adjustmentCents: number
  readonly paidCents: number
  readonly taxCents: number
  readonly tipCents: number
  /** Share of the cash's rounding. */
  readonly roundingCents: number
  readonly refunded: RefundedLine
}

/**
 * Splits a sale into its lines with their shares. They add up to the sale, and each line
 * by itself: cost - discount + added tax + adjustment = paid. A sale without a snapshot
 * splits its total by cost: its adjustment is the difference from the cost.
 */
export function shareSale(
  order: Pick<Order, 'sale' | 'totalCents'>,
  lines: readonly StoredLine[],
): SharedLine[] {
  const { sale } = order
  const smallestCents = smallestCentsIn(sale)
  const spread = (cents: number, weights: readonly number[]) =>
    spreadOverLines(cents, lines, weights, smallestCents)
  const paid = paidByLine(order, lines)
  const addedTaxes = addedTaxByLine(order, lines)
  const tips = spread(sale?.tipCents ?? 0, paid)
  const roundings = spread(sale?.roundingCents ?? 0, paid)
  const refunded = refundedByLine(order, lines)
  const categoryIds = new Map(
    sale?.categories?.flatMap(({ id, lines }) => lines.map((at) => [at, id])),
  )
  return lines.map((line, at) => {
    const { discountCents = 0, taxCents = 0 } = line
    const [paidCents, addedTaxCents] = [paid[at] ?? 0, addedTaxes[at] ?? 0]
    return {
      ...line,
      costCents: costOf(line),
      categoryId: categoryIds.get(at),
      discountCents,
      addedTaxCents,
      adjustmentCents: paidCents - (costOf(line) - discountCents + addedTaxCents),
      paidCents,
      taxCents,
      tipCents: tips[at] ?? 0,
      roundingCents: roundings[at] ?? 0,
      refunded: refunded[at] ?? nothing,
    }
  })
}

/** Sums the refunds that `fits` accepts, by line of the sale. */
export function refundedByLine(
  order: Pick<Order, 'sale' | 'totalCents'>,
  lines: readonly StoredLine[],
  fits: (refund: SaleRefund) => boolean = () => true,
): RefundedLine[] {
  const paid = paidByLine(order, lines)
  const smallestCents = smallestCentsIn(order.sale)
  const refunds = (order.sale?.refunds ?? []).flatMap((refund, place) =>
    fits(refund) ? [shareRefund({ ...refund, place }, lines, paid, smallestCents)] : [],
  )
  return lines.map((_, at) =>
    refunds.reduce((sum, refund) => addRefunded(sum, refund[at]), nothing),
  )
}

const nothing: RefundedLine = {
  quantity: 0,
  goodsCents: 0,
  taxCents: 0,
  totalCents: 0,
  roundingCents: 0,
  satoshis: 0,
  refunds: [],
}

export const addRefunded = (
  one: RefundedLine,
  other: RefundedLine = nothing,
): RefundedLine => ({
  quantity: one.quantity + other.quantity,
  goodsCents: one.goodsCents + other.goodsCents,
  taxCents: one.taxCents + other.taxCents,
  totalCents: one.totalCents + other.totalCents,
  roundingCents: one.roundingCents + other.roundingCents,
  satoshis: one.satoshis + other.satoshis,
  refunds: [...one.refunds, ...other.refunds],
})

/** Splits a refund over the lines. A refund of the tip alone is split like the tip. */
function shareRefund(
  refund: SaleRefund & { readonly place: number },
  lines: readonly StoredLine[],
  paid: readonly number[],
  smallestCents: number,
): RefundedLine[] {
  const goods = lines.map(() => nothing)
  for (const { at, quantity, paidCents, taxCents } of refund.lines) {
    goods[at] = { ...nothing, quantity, goodsCents: paidCents, taxCents }
  }
  const tips = spreadOverLines(refund.tipCents, lines, paid, smallestCents)
  const totals = goods.map(({ goodsCents }, at) => goodsCents + (tips[at] ?? 0))
  const satoshis = spreadOverLines(refund.satoshiAmount, lines, totals)
  const { roundingCents = 0 } = refund
  const roundings = spreadOverLines(roundingCents, lines, totals, smallestCents)
  return goods.map((line, at) => {
    const totalCents = totals[at] ?? 0
    const isPart = line.quantity > 0 || totalCents > 0
    return {
      ...line,
      totalCents,
      roundingCents: roundings[at] ?? 0,
      satoshis: satoshis[at] ?? 0,
      refunds: isPart ? [refund.place] : [],
    }
  })
}
