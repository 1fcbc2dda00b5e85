import { get, group, permission } from '../../shared/http/endpoint.ts'
import { message } from '../../shared/http/problem.ts'
import { csv, json } from '../../shared/http/reply.ts'
import { ExportInput } from '../../shared/reports/export-input.ts'
import { Report } from '../../shared/reports/report.ts'
import { ReportFilterInput } from '../../shared/reports/report-filter.ts'

const problems = { reversedDays: message(400, 'startDate cannot be after endDate') }

/** Reports of what was sold. */
export const endpoints = group('reports', ['table:read', 'audit', 'token-key'], {
  sales: get('/reports', {
    summary: 'Reports what was sold',
    access: permission('reports_read'),
    query: ReportFilterInput,
    reply: json(Report),
    problems,
    failures: [
      'malformedDay',
      'oneSidedDays',
      'invalidPeriod',
      'invalidFilter',
      'sumsTooLarge',
    ],
  }),
  export: get('/reports/export', {
    summary: 'Exports sales, taxes, payments, refunds or Z reports as CSV',
    access: permission('reports_export'),
    audit: ['export'],
    query: ExportInput,
    reply: csv,
    problems,
    failures: [
      'malformedDay',
      'oneSidedDays',
      'invalidPeriod',
      'invalidFilter',
      'sumsTooLarge',
    ],
  }),
})
