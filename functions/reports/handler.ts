import { lambda } from '../../shared/http/lambda.ts'
import { readExportType } from '../../shared/reports/export-input.ts'
import { exportReport } from '../../shared/reports/report-export.ts'
import { readReportFilter } from '../../shared/reports/report-filter.ts'
import { salesReport } from '../../shared/reports/sales-report.ts'
import { inShopTime } from '../../shared/shop/shop-time.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  sales: ({ query, request: { nowMs } }) =>
    inShopTime(async (timezone) =>
      salesReport(readReportFilter(query, { nowMs, timezone })),
    ),

  export: ({ query: { type, ...days }, request: { nowMs } }) =>
    inShopTime(async (timezone) =>
      exportReport(
        readExportType(type),
        readReportFilter(days, { nowMs, timezone }),
        timezone,
      ),
    ),
})
