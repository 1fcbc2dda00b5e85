import { isObject } from '../../is-object.ts'
import { kept } from '../../kept.ts'
import type { BillDiscounts } from './bill-discounts.ts'

/** This till keeps them until their bills are settled: an order has none before. */
export const billDiscounts = kept<BillDiscounts>('bill-discounts', {}, (value) =>
  isObject(value) && Object.values(value).every(Number.isSafeInteger)
    ? (value as BillDiscounts)
    : undefined,
)
