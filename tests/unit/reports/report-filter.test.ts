import { expect, test } from 'vitest'
import { readReportFilter } from '../../../shared/reports/report-filter.ts'

test.each([
  ['week', '2026-11-21T23:59:59Z', { from: '2026-11-16', to: '2026-11-21' }],
  ['week', '2026-11-16T00:00:00Z', { from: '2026-11-16', to: '2026-11-16' }],
  ['week', '2026-11-22T12:00:00Z', { from: '2026-11-16', to: '2026-11-22' }],
  ['week', '2027-01-02T12:00:00Z', { from: '2026-12-28', to: '2027-01-02' }],
  ['month', '2028-02-29T00:00:00Z', { from: '2028-02-01', to: '2028-02-29' }],
  ['year', '2026-01-01T00:00:00Z', { from: '2026-01-01', to: '2026-01-01' }],
])('reads the period %s on %s as days in UTC', (period, now, days) => {
  expect(readReportFilter({ period }, Date.parse(now)).days).toEqual(days)
})
