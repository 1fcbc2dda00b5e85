import * as z from 'zod'
import { fractionOf } from '../../platform/money/shares.ts'
import { cents, nullableText } from '../../platform/validation/fields.ts'
import { type OrderLine, sumOf } from './order-line.ts'

/** A discount that an order keeps until its bill is settled: a percent or a sum, one of them. */
export type BillDiscount = {
  /** Thousandths of a percent: 50 % is 50,000. */
  readonly thousandths?: number | undefined
  readonly amountCents?: number | undefined
  readonly reason?: string | undefined
}

/** An order's lines, and the discount on its bill. */
export type Discounted = {
  readonly lines: readonly OrderLine[]
  readonly discount?: BillDiscount | undefined
}

/**
 * Returns the discount of an order's current lines, in cents: its percentage, rounded
 * half up, or its sum, up to the lines' total.
 */
export function discountCentsOf(
  { lines, discount = {} }: Discounted,
  smallestCents: number,
): number {
  const linesCents = sumOf(lines)
  const { thousandths, amountCents = 0 } = discount
  return thousandths === undefined
    ? Math.min(amountCents, linesCents)
    : fractionOf(linesCents, thousandths, 100_000, smallestCents)
}

/** The percent of a discount by percent, as clients write it. */
export const percentOf = ({ thousandths }: BillDiscount): number | null =>
  thousandths === undefined ? null : thousandths / 1_000

/** The discount of a bill that is not settled, as clients read it. */
export const BillDiscountOnWire = z
  .object({
    percent: z
      .number()
      .nullable()
      .describe(
        'Percentage of the dishes, whenever they are ordered, such as 50; null for a sum',
      ),
    amountCents: cents.nullable().describe('The sum in cents; null for a percent'),
    reason: nullableText.describe('Why it was given, such as a long wait'),
  })
  .meta({ id: 'BillDiscount', description: 'The discount of a bill until it is settled' })
