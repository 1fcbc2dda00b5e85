import { lambda } from '../../shared/http/lambda.ts'
import { readReportFilter } from '../../shared/reports/report-filter.ts'
import { salesReport } from '../../shared/reports/sales-report.ts'
import { inShopTime } from '../../shared/shop/shop-time.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  sales: ({ query, request: { nowMs } }) =>
    inShopTime(async (timezone) =>
      salesReport(readReportFilter(query, { nowMs, timezone })),
    ),
})
