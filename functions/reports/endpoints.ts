import { Report, SalesBreakdown } from '../../shared/back-office/reports/report.ts'
import {
  BreakdownInput,
  ExportInput,
  ReportFilterInput,
} from '../../shared/back-office/reports/report-filter.ts'
import { get, group, permission } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { csv, json } from '../../shared/platform/http/reply.ts'

const refusals = {
  problems: { reversedDays: message(400, 'startDate cannot be after endDate') },
  failures: [
    'malformedDay',
    'oneSidedDays',
    'invalidPeriod',
    'invalidFilter',
    'sumsTooLarge',
  ],
} as const

/** Reports of sales. */
export const endpoints = group(
  'reports',
  ['table:read', 'audit', 'api-key-use', 'token-key'],
  {
    sales: get('/reports', {
      summary: 'Reports what was sold',
      access: permission('reports_read'),
      query: ReportFilterInput,
      reply: json(Report),
      ...refusals,
    }),
    breakdown: get('/reports/breakdown', {
      summary: 'Sums what was sold by hour, day, product, category, person and method',
      access: permission('reports_read'),
      query: BreakdownInput,
      reply: json(SalesBreakdown),
      ...refusals,
    }),
    export: get('/reports/export', {
      summary: 'Exports sales, taxes, payments, refunds or Z reports as CSV',
      access: permission('reports_export'),
      audit: ['export'],
      query: ExportInput,
      reply: csv,
      ...refusals,
    }),
  },
)
