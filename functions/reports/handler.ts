import { salesBreakdown } from '../../shared/back-office/reports/breakdown.ts'
import { exportReport } from '../../shared/back-office/reports/report-export.ts'
import {
  readExportType,
  readReportFilter,
  reportTimeOf,
} from '../../shared/back-office/reports/report-filter.ts'
import { salesReport } from '../../shared/back-office/reports/sales-report.ts'
import { insertAuditEntry } from '../../shared/people/audit/audit-trail.ts'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { inShopTime } from '../../shared/selling/shop-config/shop-time.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  sales: ({ query, request: { nowMs } }) =>
    inShopTime(async (ofShop) => {
      const time = reportTimeOf(query, ofShop)
      return salesReport(readReportFilter(query, { nowMs, ...time }))
    }),

  breakdown: ({ query, request: { nowMs } }) =>
    inShopTime(async (ofShop) => {
      const time = reportTimeOf(query, ofShop)
      return salesBreakdown(readReportFilter(query, { nowMs, ...time }), time)
    }),

  export: async ({ query: { type, ...days }, request: { nowMs } }) => {
    const csv = await inShopTime(async (ofShop) => {
      const time = reportTimeOf(days, ofShop)
      const filter = readReportFilter(days, { nowMs, ...time })
      return exportReport(readExportType(type), filter, time)
    })
    const after = { type, ...days }
    await transact([insertAuditEntry({ kind: 'export', before: null, after })])
    return csv
  },
})
