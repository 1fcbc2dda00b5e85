import type { Timezone } from '../time/zone.ts'
import { amountCell } from './amount-cell.ts'
import type { SharedLine } from './line-shares.ts'
import { dayOfSale } from './sale-rows.ts'
import type { Sale } from './sales-of-period.ts'
import { taxesOf } from './sales-report.ts'

export const taxColumns = [
  'day',
  'taxName',
  'taxRatePercent',
  'net',
  'tax',
  'gross',
  'currency',
] as const

/**
 * A row for each day, currency and tax, by name and rate; what was sold without tax is a row
 * without name. What was refunded of a sale is deducted on the sale's day. `currency` is of sales
 * that do not say it. Throws `sumsTooLarge`.
 */
export function taxRows(
  sales: readonly Sale[],
  { timezone, currency }: { readonly timezone: Timezone; readonly currency: string },
) {
  const groups = Map.groupBy(sales, ({ order }) =>
    [dayOfSale(order, timezone), order.sale?.currency ?? currency].join(' '),
  )
  return [...groups].flatMap(([group, ofGroup]) => {
    const [day = '', ofSales = ''] = group.split(' ')
    const lines = ofGroup.flatMap((sale) => sale.lines)
    return [...taxesOf(lines), ...untaxedOf(lines)].map((tax) => ({
      day,
      taxName: tax.name,
      taxRatePercent: tax.rateThousandths === null ? null : tax.rateThousandths / 1_000,
      net: amountCell(tax.netCents),
      tax: amountCell(tax.taxCents),
      gross: amountCell(tax.netCents + tax.taxCents),
      currency: ofSales,
    }))
  })
}

function untaxedOf(lines: readonly SharedLine[]) {
  const untaxed = lines.filter(({ tax }) => !tax)
  if (untaxed.every(({ paidCents }) => paidCents === 0)) return []
  const netCents = untaxed.reduce(
    (sum, { paidCents, refunded }) => sum + paidCents - refunded.goodsCents,
    0,
  )
  return [{ name: null, rateThousandths: null, netCents, taxCents: 0 }]
}
