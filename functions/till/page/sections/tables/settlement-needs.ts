import type { Payable } from '../../pay/payable.ts'
import type { BillSums } from './rows.ts'

type May = (permission: string) => boolean

/** Whether somebody settles, splits, moves and merges bills without a colleague. */
export const maySettle = (may: May): boolean =>
  may('orders_settle') || may('orders_update')

type Discounted = Pick<BillSums, 'discountCents'>

/** Whether a colleague's approval is enough: it stands for one permission. */
export const canBeSettled = ({ discountCents }: Discounted, may: May): boolean =>
  maySettle(may) || discountCents === 0 || may('orders_discount')

/** Which part of a settlement a colleague has to approve, where `canBeSettled`. */
export function settlementNeeds(
  { discountCents }: Discounted,
  may: May,
): Payable['needs'] {
  if (!maySettle(may)) return 'orders_settle'
  return discountCents > 0 ? 'orders_discount' : undefined
}
