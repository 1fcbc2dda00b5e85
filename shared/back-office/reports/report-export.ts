import { readCategoryNames } from '../../catalog/categories.ts'
import type { ShopTime } from '../../platform/time/days.ts'
import { allZReports } from '../../selling/shifts/z-reports.ts'
import { readBaseCurrency } from '../../selling/shop-config/config.ts'
import { type Terms, table } from './export-columns.ts'
import { paymentColumns, paymentRows } from './exported-payments.ts'
import { refundColumns, refundRows } from './exported-refunds.ts'
import { saleColumns, saleRows } from './exported-sales.ts'
import { taxColumns, taxRows } from './exported-taxes.ts'
import { zReportsOf, zRows, zTable } from './exported-z-reports.ts'
import { refundsMadeIn } from './refunds-of-period.ts'
import type { ExportType, ReportFilter } from './report-filter.ts'
import { salesOf } from './sales-of-period.ts'

/** Spreadsheets read the file as UTF-8 by it. */
const byteOrderMark = '\ufeff'

/**
 * Sales, refunds or Z reports of a period for an accountant, as CSV, oldest first.
 * docs/exports.md lists the columns. Amounts are in major units. Throws `sumsTooLarge`.
 */
export async function exportReport(
  type: ExportType,
  filter: ReportFilter,
  time: ShopTime,
): Promise<string> {
  const [base, zs] = await Promise.all([readBaseCurrency(), allZReports()])
  return byteOrderMark + (await tableOf(type, filter, { time, base, zs }))
}

async function tableOf(type: ExportType, filter: ReportFilter, terms: Terms) {
  const { period } = filter
  const sales = async () => (await salesOf(filter)).toReversed()
  switch (type) {
    case 'z-reports':
      return zTable(await zRows(zReportsOf(terms.zs, period)), terms)
    case 'refunds':
      return table(refundColumns, refundRows(await refundsMadeIn(period), terms))
    case 'sales':
      return table(saleColumns, saleRows(await sales(), terms, await readCategoryNames()))
    case 'taxes':
      return table(taxColumns, taxRows(await sales(), await refundsMadeIn(period), terms))
    case 'payments':
      return table(paymentColumns, paymentRows(await sales(), terms))
  }
}
