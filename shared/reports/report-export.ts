import { csvOf } from '../csv.ts'
import { findRefunds } from '../sales/refund-records.ts'
import { findBaseCurrency } from '../shop/config.ts'
import type { Timezone } from '../time/zone.ts'
import type { ExportType } from './export-input.ts'
import { paymentColumns, paymentRows } from './payment-rows.ts'
import { refundColumns, refundRows } from './refund-rows.ts'
import type { ReportFilter } from './report-filter.ts'
import { saleColumns, saleRows } from './sale-rows.ts'
import { salesOf } from './sales-of-period.ts'
import { taxColumns, taxRows } from './tax-rows.ts'
import { zReportsOf, zTable } from './z-rows.ts'

/** Spreadsheets read the file as UTF-8 by it. */
const byteOrderMark = '\ufeff'

/**
 * Sales, refunds or Z reports of a period for an accountant, as CSV, oldest first.
 * docs/exports.md lists the columns. Amounts are in major units. Throws `sumsTooLarge`.
 */
export const exportReport = async (
  type: ExportType,
  filter: ReportFilter,
  timezone: Timezone,
): Promise<string> => byteOrderMark + (await tableOf(type, filter, timezone))

async function tableOf(type: ExportType, filter: ReportFilter, timezone: Timezone) {
  const { acronym: currency } = await findBaseCurrency()
  const terms = { timezone, currency }
  switch (type) {
    case 'z-reports': {
      const { columns, rows } = zTable(await zReportsOf(filter.period), terms)
      return csvOf(columns, rows)
    }
    case 'refunds': {
      const refunds = await findRefunds(filter.period)
      return csvOf(refundColumns, await refundRows(refunds, terms))
    }
    case 'sales':
      return csvOf(saleColumns, saleRows(await oldestFirst(filter), terms))
    case 'taxes':
      return csvOf(taxColumns, taxRows(await oldestFirst(filter), terms))
    case 'payments':
      return csvOf(paymentColumns, paymentRows(await oldestFirst(filter), terms))
  }
}

const oldestFirst = async (filter: ReportFilter) => (await salesOf(filter)).toReversed()
