import { lambda } from '../../shared/http/lambda.ts'
import { endpoints } from './endpoints.ts'
import { readFilter } from './report-filter.ts'
import { salesReport } from './sales-report.ts'

export const handler = lambda(endpoints, {
  sales: ({ query, request }) => salesReport(readFilter(query, request.nowMs)),
})
