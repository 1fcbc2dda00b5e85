import { isObject } from '../../is-object.ts'
import { kept } from '../../kept.ts'
import { type BillDiscounts, withDiscount } from './bill-discounts.ts'

/**
 * The discounts of the bills that this browser has read, as the server has them. Pages of release
 * 0.3.1, which this browser may still show in another window, know of no others, and name these
 * when they settle.
 */
const billDiscounts = kept<BillDiscounts>('bill-discounts', {}, (value) =>
  isObject(value) && Object.values(value).every(Number.isSafeInteger)
    ? (value as BillDiscounts)
    : undefined,
)

/** Keeps what is off a bill, in cents, and forgets bills that are not open any more. */
export const keepDiscount = (id: string, cents: number, open: ReadonlySet<string>) =>
  billDiscounts.set(withDiscount(billDiscounts.get(), id, cents, open))
