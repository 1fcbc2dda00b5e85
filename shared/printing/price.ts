import { formatCents, toCents } from '../money/decimal.ts'

/** An amount in major units as receipts show it: two decimals, half up, no currency sign. */
export const formatPrice = (majorUnits: number): string =>
  formatCents(toCents(majorUnits))
