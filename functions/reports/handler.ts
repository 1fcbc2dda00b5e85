import { insertAuditEntry } from '../../shared/audit/audit-trail.ts'
import { transact } from '../../shared/dynamodb/transact.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { exportReport } from '../../shared/reports/report-export.ts'
import {
  readExportType,
  readReportFilter,
  timezoneOf,
} from '../../shared/reports/report-filter.ts'
import { salesReport } from '../../shared/reports/sales-report.ts'
import { inShopTime } from '../../shared/shop/shop-time.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  sales: ({ query, request: { nowMs } }) =>
    inShopTime(async (ofShop) => {
      const timezone = timezoneOf(query, ofShop)
      return salesReport(readReportFilter(query, { nowMs, timezone }))
    }),

  export: async ({ query: { type, ...days }, request: { nowMs } }) => {
    const csv = await inShopTime(async (ofShop) => {
      const timezone = timezoneOf(days, ofShop)
      const filter = readReportFilter(days, { nowMs, timezone })
      return exportReport(readExportType(type), filter, timezone)
    })
    const after = { type, ...days }
    await transact([insertAuditEntry({ kind: 'export', before: null, after })])
    return csv
  },
})
