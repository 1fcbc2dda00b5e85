import { fromCents } from '../money/decimal.ts'
import { dayOf } from '../time/days.ts'
import type { Timezone } from '../time/zone.ts'
import type { SharedLine } from './line-shares.ts'
import type { Sale } from './sales-of-period.ts'
import { taxesOf } from './sales-report.ts'

export const taxColumns = [
  'day',
  'taxName',
  'taxRatePercent',
  'net',
  'tax',
  'gross',
] as const

/**
 * A row for each day and tax, by name and rate. What was refunded of a sale is deducted on
 * the sale's day. Throws `sumsTooLarge`.
 */
export function taxRows(sales: readonly Sale[], timezone: Timezone) {
  const byDay = new Map<string, SharedLine[]>()
  for (const { order, lines } of sales) {
    const day = dayOf(Date.parse(order.createdAt), timezone)
    const ofDay = byDay.get(day)
    if (ofDay) ofDay.push(...lines)
    else byDay.set(day, [...lines])
  }
  return [...byDay].flatMap(([day, lines]) =>
    taxesOf(lines).map(({ name, rateThousandths, netCents, taxCents }) => ({
      day,
      taxName: name,
      taxRatePercent: rateThousandths / 1_000,
      net: fromCents(netCents),
      tax: fromCents(taxCents),
      gross: fromCents(netCents + taxCents),
    })),
  )
}
