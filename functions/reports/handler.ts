import { lambda } from '../../shared/http/lambda.ts'
import { readReportFilter } from '../../shared/reports/report-filter.ts'
import { salesReport } from '../../shared/reports/sales-report.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  sales: ({ query, request }) => salesReport(readReportFilter(query, request.nowMs)),
})
