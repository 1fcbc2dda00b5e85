import type { CsvCell } from '../csv.ts'
import { formatCents } from '../money/decimal.ts'
import type { Sum } from '../sales/day-sums.ts'

/** An amount in major units, always with two decimals. */
export const amountCell = (cents: Sum): CsvCell => ({ digits: formatCents(cents) })

/** The same, blank for nothing. */
export const amountOrBlank = (cents: Sum | null | undefined): CsvCell =>
  cents === null || cents === undefined ? null : amountCell(cents)
