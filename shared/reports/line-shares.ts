import { sharesOf } from '../money/shares.ts'
import type { Order } from '../sales/orders.ts'
import type { SaleRefund, SoldLine } from '../sales/sale-snapshot.ts'

/** A line of a sale as it is stored; `priceAtOrder` is in cents. */
export type StoredLine = SoldLine & {
  readonly productName: string
  readonly quantity: number
  readonly priceAtOrder: number
}

/** What was given back of a line. */
type RefundedLine = {
  readonly quantity: number
  /** Of what was paid for the line, tax included. */
  readonly goodsCents: number
  readonly taxCents: number
  /** Goods, and the line's share of refunded tips. */
  readonly totalCents: number
  readonly satoshis: number
  /** The places of the refunds among those of the sale. */
  readonly refunds: readonly number[]
}

/** A line with its share of what its sale keeps as a whole, in cents. */
export type SharedLine = StoredLine & {
  readonly discountCents: number
  readonly paidCents: number
  readonly taxCents: number
  readonly adjustmentCents: number
  readonly tipCents: number
  readonly refunded: RefundedLine
}

/**
 * The lines of a sale, each with its shares, which add up to the sale. A sale without a
 * snapshot shares its total by cost: what it differs from the cost by is its adjustment.
 */
export function shareSale(
  { sale, totalCents }: Pick<Order, 'sale' | 'totalCents'>,
  lines: readonly StoredLine[],
): SharedLine[] {
  const costs = lines.map(({ quantity, priceAtOrder }) => quantity * priceAtOrder)
  const spread = (cents: number, weights: readonly number[]) =>
    spreadOver(lines, cents, weights)
  const costsLeft = costs.map((cost, at) => cost - (lines[at]?.discountCents ?? 0))
  const paid = sale
    ? lines.map(({ paidCents = 0 }) => paidCents)
    : spread(totalCents, costs)
  const adjustments = sale
    ? spread(sale.adjustmentCents, costsLeft)
    : paid.map((cents, at) => cents - (costs[at] ?? 0))
  const tips = spread(sale?.tipCents ?? 0, paid)
  const refunds = (sale?.refunds ?? []).map((refund, place) =>
    shareRefund({ ...refund, place }, lines, paid),
  )
  return lines.map((line, at) => ({
    ...line,
    discountCents: line.discountCents ?? 0,
    paidCents: paid[at] ?? 0,
    taxCents: line.taxCents ?? 0,
    adjustmentCents: adjustments[at] ?? 0,
    tipCents: tips[at] ?? 0,
    refunded: refunds.reduce((sum, refund) => add(sum, refund[at]), nothing),
  }))
}

const nothing: RefundedLine = {
  quantity: 0,
  goodsCents: 0,
  taxCents: 0,
  totalCents: 0,
  satoshis: 0,
  refunds: [],
}

const add = (one: RefundedLine, other: RefundedLine = nothing): RefundedLine => ({
  quantity: one.quantity + other.quantity,
  goodsCents: one.goodsCents + other.goodsCents,
  taxCents: one.taxCents + other.taxCents,
  totalCents: one.totalCents + other.totalCents,
  satoshis: one.satoshis + other.satoshis,
  refunds: [...one.refunds, ...other.refunds],
})

/** What a refund gave back of each line. A refund of the tip alone shares like the tip. */
function shareRefund(
  refund: SaleRefund & { readonly place: number },
  lines: readonly StoredLine[],
  paid: readonly number[],
): RefundedLine[] {
  const goods = lines.map(() => nothing)
  for (const { at, quantity, paidCents, taxCents } of refund.lines) {
    goods[at] = { ...nothing, quantity, goodsCents: paidCents, taxCents }
  }
  const tips = spreadOver(lines, refund.tipCents, paid)
  const totals = goods.map(({ goodsCents }, at) => goodsCents + (tips[at] ?? 0))
  const satoshis = spreadOver(lines, refund.satoshiAmount, totals)
  return goods.map((line, at) => {
    const totalCents = totals[at] ?? 0
    const isPart = line.quantity > 0 || totalCents > 0
    return {
      ...line,
      totalCents,
      satoshis: satoshis[at] ?? 0,
      refunds: isPart ? [refund.place] : [],
    }
  })
}

/** Spreads an amount, also one below 0, by weights, or by quantity when all of them are 0. */
function spreadOver(
  lines: readonly StoredLine[],
  amount: number,
  weights: readonly number[],
): number[] {
  if (amount === 0) return lines.map(() => 0)
  const areFree = weights.every((weight) => weight === 0)
  const shares = sharesOf(
    Math.abs(amount),
    areFree ? lines.map(({ quantity }) => quantity) : weights,
  )
  return amount < 0 ? shares.map((share) => -share) : shares
}
