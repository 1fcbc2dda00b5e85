import { sharesOf } from '../money/shares.ts'
import type { Order } from './orders.ts'
import type { SoldLine } from './sale-snapshot.ts'

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
 * Spreads an amount of a sale, also one below 0, over its lines by weights, or by quantity
 * when all weights are 0. An order without lines has nothing to spread over.
 */
export function spreadOverLines(
  amount: number,
  lines: readonly PricedLine[],
  weights: readonly number[],
): number[] {
  if (amount === 0 || lines.length === 0) return lines.map(() => 0)
  const areFree = weights.every((weight) => weight === 0)
  const shares = sharesOf(
    Math.abs(amount),
    areFree ? lines.map(({ quantity }) => quantity) : weights,
  )
  return amount < 0 ? shares.map((share) => -share) : shares
}
