import type { Payable } from '../../pay/payable.ts'
import type { BillSums } from './rows.ts'

type May = (permission: string) => boolean

/** Whether somebody settles, splits, moves and merges bills without a colleague. */
export const maySettle = (may: May): boolean =>
  may('orders_settle') || may('orders_update')

/**
 * Which part of a settlement a colleague has to approve. One request has one approval: those who need
 * it to settle give no discount.
 */
export function settlementNeeds(
  { discountCents }: Pick<BillSums, 'discountCents'>,
  may: May,
): Payable['needs'] {
  if (!maySettle(may)) return 'orders_settle'
  return discountCents > 0 ? 'orders_discount' : undefined
}
