import { csvOf } from '../csv.ts'
import { findRefunds } from '../sales/refund-records.ts'
import type { Timezone } from '../time/zone.ts'
import type { ExportType } from './export-input.ts'
import { paymentColumns, paymentRows } from './payment-rows.ts'
import { refundColumns, refundRows } from './refund-rows.ts'
import type { ReportFilter } from './report-filter.ts'
import { saleColumns, saleRows } from './sale-rows.ts'
import { type Sale, salesOf } from './sales-of-period.ts'
import { taxColumns, taxRows } from './tax-rows.ts'
import { zColumns, zReportsOf, zRows } from './z-rows.ts'

type SalesTable = (sales: readonly Sale[], timezone: Timezone) => string

/** The table of each type that is about sales. */
const tablesOfSales: Record<Exclude<ExportType, 'refunds' | 'z-reports'>, SalesTable> = {
  sales: (sales, timezone) => csvOf(saleColumns, saleRows(sales, timezone)),
  taxes: (sales, timezone) => csvOf(taxColumns, taxRows(sales, timezone)),
  payments: (sales, timezone) => csvOf(paymentColumns, paymentRows(sales, timezone)),
}

/**
 * Sales, refunds or Z reports of a period for an accountant, as CSV, oldest first.
 * docs/exports.md lists the columns. Amounts are in major units. Throws `sumsTooLarge`.
 */
export async function exportReport(
  type: ExportType,
  filter: ReportFilter,
  timezone: Timezone,
): Promise<string> {
  if (type === 'z-reports') {
    return csvOf(zColumns, zRows(await zReportsOf(filter.period), timezone))
  }
  if (type === 'refunds') {
    const refunds = await findRefunds(filter.period)
    return csvOf(refundColumns, refundRows(refunds, timezone))
  }
  const sales = await salesOf(filter)
  return tablesOfSales[type](sales.toReversed(), timezone)
}
