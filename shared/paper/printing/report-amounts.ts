import { Failure } from '../../failure.ts'
import { fitsCents } from '../../platform/money/decimal.ts'
import type { Sum } from '../../selling/sales/day-record.ts'
import { majorUnitsOf } from '../../selling/shifts/breakdown.ts'

/** A row of a report with an amount. Throws `sumsTooLarge`. */
export const amount = (label: string, cents: Sum) => ({ label, value: exact(cents) })

/** A row of a report with an amount; none for null, which was not counted. */
export const counted = (label: string, cents: Sum | null) =>
  cents === null ? [] : [amount(label, cents)]

/** Cents in major units, which a receipt prints exactly. Throws `sumsTooLarge`. */
export function exact(cents: Sum): number {
  const majorUnits = majorUnitsOf(cents)
  if (!fitsCents(majorUnits)) throw new Failure('sumsTooLarge')
  return majorUnits
}
