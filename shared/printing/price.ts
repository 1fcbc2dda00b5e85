import { formatCents, toCents } from '../money/decimal.ts'

/** Major units as receipts show them: two decimals, half up, no currency sign. */
export const formatPrice = (amount: number): string => formatCents(toCents(amount))
