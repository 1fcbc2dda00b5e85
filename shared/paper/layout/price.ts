import { formatCents, toCents } from '../../money/decimal.ts'

/** An amount in major units as receipts show it: two decimals, half up, no currency sign. */
export const formatPrice = (majorUnits: number): string =>
  formatCents(toCents(majorUnits))

/** The sum of amounts in major units, each of which counts in whole cents. */
export const formatSum = (majorUnits: readonly number[]): string =>
  formatCents(majorUnits.reduce((sum, each) => sum + toCents(each), 0))
