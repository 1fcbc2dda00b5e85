import { get, group, permission } from '../../shared/http/endpoint.ts'
import { message } from '../../shared/http/problem.ts'
import { json } from '../../shared/http/reply.ts'
import { Report } from '../../shared/reports/report.ts'
import { ReportFilterInput } from '../../shared/reports/report-filter.ts'

/** Reports of what was sold. */
export const endpoints = group('reports', ['table:read', 'token-key'], {
  sales: get('/reports', {
    summary: 'Reports what was sold',
    access: permission('reports_read'),
    query: ReportFilterInput,
    reply: json(Report),
    problems: { reversedDays: message(400, 'startDate cannot be after endDate') },
    failures: ['malformedDay', 'oneSidedDays', 'invalidPeriod', 'sumsTooLarge'],
  }),
})
