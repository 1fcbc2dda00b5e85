import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readReportFilter,
  reportTimeOf,
} from '../../../shared/back-office/reports/report-filter.ts'
import { periodOf } from '../../../shared/platform/time/days.ts'

const sydney = 'Australia/Sydney'

test.each([
  ['week', '2026-11-21T23:59:59Z', null, { from: '2026-11-16', to: '2026-11-21' }],
  ['week', '2026-11-16T00:00:00Z', null, { from: '2026-11-16', to: '2026-11-16' }],
  ['week', '2026-11-22T12:00:00Z', null, { from: '2026-11-16', to: '2026-11-22' }],
  ['week', '2027-01-02T12:00:00Z', null, { from: '2026-12-28', to: '2027-01-02' }],
  ['month', '2028-02-29T00:00:00Z', null, { from: '2028-02-01', to: '2028-02-29' }],
  ['year', '2026-01-01T00:00:00Z', null, { from: '2026-01-01', to: '2026-01-01' }],
  // Sydney is eleven hours ahead in summer: there it is Monday, the first of a month or year
  ['week', '2026-11-15T13:00:00Z', sydney, { from: '2026-11-16', to: '2026-11-16' }],
  ['week', '2026-11-15T12:59:59Z', sydney, { from: '2026-11-09', to: '2026-11-15' }],
  ['month', '2026-11-30T13:00:00Z', sydney, { from: '2026-12-01', to: '2026-12-01' }],
  ['year', '2026-12-31T13:00:00Z', sydney, { from: '2027-01-01', to: '2027-01-01' }],
])('reads the period %s on %s as days in the zone %s', (period, now, timezone, days) => {
  const filter = readReportFilter({ period }, { nowMs: Date.parse(now), timezone })
  expect(filter.period).toEqual(periodOf(days, { timezone }))
})

test('the period day is the current day of any offset, where the shop has no time zone', () => {
  const anyMoment = fc.integer({ min: 0, max: Date.UTC(2100) })
  const dayMs = 24 * 60 * 60_000
  fc.assert(
    fc.property(anyMoment, fc.integer({ min: -840, max: 840 }), (nowMs, minutes) => {
      const query = { period: 'day', utcOffsetMinutes: String(minutes) }
      const time = reportTimeOf(query, { timezone: null })
      const { period } = readReportFilter(query, { nowMs, ...time })
      const localMs = nowMs + minutes * 60_000
      const fromMs = nowMs - (((localMs % dayMs) + dayMs) % dayMs)
      expect(period).toEqual({ fromMs, untilMs: fromMs + dayMs })
      expect(reportTimeOf(query, { timezone: sydney }).timezone).toBe(sydney)
    }),
  )
})
