import { sharesOf } from '../money/shares.ts'
import type { Order } from './orders.ts'
import type { SoldLine } from './sale-snapshot.ts'
import { taxesOf } from './sale-sums.ts'

/** What of a line of a sale decides its shares. `priceAtOrder` is in cents. */
export type PricedLine = SoldLine & {
  readonly quantity: number
  readonly priceAtOrder: number
}

export const costOf = ({ quantity, priceAtOrder }: PricedLine) => quantity * priceAtOrder

/**
 * What was paid for each line of a sale, in cents. Sales from before this was kept share
 * their total by cost.
 */
export const paidByLine = (
  { sale, totalCents }: Pick<Order, 'sale' | 'totalCents'>,
  lines: readonly PricedLine[],
): number[] =>
  sale
    ? lines.map(({ paidCents = 0 }) => paidCents)
    : spreadOverLines(totalCents, lines, lines.map(costOf))

/**
 * The tax that came on top of each line, in cents; 0 where prices include it. What a line paid
 * is its cost less discounts, with this and its part of the adjustment.
 */
export function addedTaxByLine(
  { sale }: Pick<Order, 'sale'>,
  lines: readonly PricedLine[],
): number[] {
  if (!sale || sale.pricesIncludeTax) return lines.map(() => 0)
  const taxable = lines.map((line) => costOf(line) - (line.discountCents ?? 0))
  return sale.adjustmentCents === 0
    ? lines.map(({ paidCents = 0 }, at) => paidCents - (taxable[at] ?? 0))
    : taxesOf(lines, taxable, false).taxCents
}

/**
 * Spreads an amount of a sale, also one below 0, over its lines by weights, by quantity when
 * all weights are 0, and evenly when all lines are cancelled, as a tip may be all that was paid
 * then. An order without lines has nothing to spread over.
 */
export function spreadOverLines(
  amount: number,
  lines: readonly PricedLine[],
  weights: readonly number[],
): number[] {
  if (amount === 0 || lines.length === 0) return lines.map(() => 0)
  const quantities = lines.map(({ quantity }) => quantity)
  const usable = [weights, quantities].find((each) => each.some((weight) => weight > 0))
  const shares = sharesOf(Math.abs(amount), usable ?? lines.map(() => 1))
  return amount < 0 ? shares.map((share) => -share) : shares
}
