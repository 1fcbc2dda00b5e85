import { isObject } from '../../../parts/is-object.ts'
import { type BillDiscounts, withDiscount } from './bill-discounts.ts'

/** Key under which pages of release 0.3.1 keep discounts. */
const key = 'till.bill-discounts'

/**
 * Keeps a bill's discount, in cents, as the server has it, and forgets closed bills.
 * Pages of release 0.3.1, which this browser may still show in another window, know no
 * other discounts, and send these when they settle.
 */
export function keepDiscount(id: string, cents: number, open: ReadonlySet<string>) {
  try {
    const kept = withDiscount(readKept(), id, cents, open)
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // This page does without it
  }
}

function readKept(): BillDiscounts {
  const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
  const isKept = isObject(value) && Object.values(value).every(Number.isSafeInteger)
  return isKept ? (value as BillDiscounts) : {}
}
