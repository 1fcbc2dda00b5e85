import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayOf,
  daysUpTo,
  periodOf,
  startOfDay,
} from '../../../shared/platform/time/days.ts'
import { scaled } from '../../support/scale.ts'

const hourMs = 60 * 60_000
const utc = (iso: string) => Date.parse(iso)

describe('the start of a day', () => {
  it.each([
    ['UTC by default', null, '2026-11-22', '2026-11-22T00:00Z', 24],
    ['behind UTC', 'America/New_York', '2026-07-01', '2026-07-01T04:00Z', 24],
    ['ahead of UTC', 'Pacific/Kiritimati', '2026-11-22', '2026-11-21T10:00Z', 24],
    ['of half an hour', 'Asia/Kolkata', '2026-11-22', '2026-11-21T18:30Z', 24],
    ['when clocks go forward', 'Europe/Madrid', '2026-03-29', '2026-03-28T23:00Z', 23],
    ['when clocks go back', 'Europe/Madrid', '2026-10-25', '2026-10-24T22:00Z', 25],
    ['without a midnight', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00Z', 23],
    ['before such a day', 'America/Sao_Paulo', '2018-11-03', '2018-11-03T03:00Z', 24],
    ['whose end comes twice', 'America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00Z', 25],
    ['without a midnight', 'Africa/Cairo', '2014-05-16', '2014-05-15T22:00Z', 23],
    ['without a midnight', 'Asia/Beirut', '2026-03-29', '2026-03-28T22:00Z', 23],
    [
      'whose midnight comes twice',
      'America/Havana',
      '2025-11-02',
      '2025-11-02T04:00Z',
      25,
    ],
    // Clocks went back from 00:01 to 23:01
    ['that began twice', 'America/St_Johns', '2010-11-07', '2010-11-07T02:30Z', 25],
    ['by half an hour', 'Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30Z', 23.5],
    ['that was left out', 'Pacific/Apia', '2011-12-30', '2011-12-30T10:00Z', 0],
    ['of the sun', 'America/Sao_Paulo', '1900-01-01', '1900-01-01T03:06:28Z', 24],
  ])('%s: %s %s', (_case, timezone, day, start, hours) => {
    const { fromMs = 0, untilMs = 0 } = periodOf({ from: day, to: day }, { timezone })
    expect(new Date(fromMs).toISOString()).toBe(new Date(utc(start)).toISOString())
    expect((untilMs - fromMs) / hourMs).toBe(hours)
  })

  it('leaves the ends of the calendar and open sides as they are', () => {
    expect(periodOf({}, { timezone: 'Europe/Madrid' })).toEqual({})
    expect(
      periodOf({ from: '9999-12-31', to: '9999-12-31' }, { timezone: null }),
    ).toEqual({
      fromMs: utc('9999-12-31'),
      untilMs: utc('+010000-01-01'),
    })
  })

  const zones = Intl.supportedValuesOf('timeZone')
  const moments = fc.integer({ min: utc('1970-01-01'), max: utc('2040-01-01') })

  const starts = fc.integer({ min: 0, max: 12 * 60 }).map((minutes) => minutes * 60_000)

  /** The day as the runtime's own calendar shows it. */
  const shown = (ms: number, timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(ms)

  /** Later ones change by rules that are newer than the runtime's. */
  const past = fc.integer({ min: utc('1970-01-01'), max: utc('2026-01-01') })

  it('is the first moment that any clock of the zone shows as that day', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), past, (timezone, ms) => {
        const day = dayOf(ms, { timezone })
        expect(day).toBe(shown(ms, timezone))
        const start = startOfDay(day, { timezone })
        expect(shown(start, timezone)).toBe(day)
        expect(shown(start - 1, timezone) < day).toBe(true)
        expect(start).toBeLessThanOrEqual(ms)
      }),
      { numRuns: scaled(50, 3_000) },
    )
  })

  it('is the end of the day before: no moment is in two days, none in no day', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        moments,
        starts,
        (timezone, ms, dayStartMs) => {
          const day = new Date(ms).toISOString().slice(0, 10)
          const next = new Date(utc(day) + 24 * hourMs).toISOString().slice(0, 10)
          const { untilMs } = periodOf({ to: day }, { timezone, dayStartMs })
          expect(untilMs).toBe(periodOf({ from: next }, { timezone, dayStartMs }).fromMs)
          expect(dayOf(untilMs ?? 0, { timezone, dayStartMs }) >= next).toBe(true)
          expect(dayOf((untilMs ?? 0) - 1, { timezone, dayStartMs }) < next).toBe(true)
        },
      ),
      { numRuns: scaled(30, 1_000) },
    )
  })
})

describe('the days up to today', () => {
  const now = utc('2027-01-01T02:00Z')

  it.each([
    ['day', null, '2027-01-01', '2027-01-01'],
    ['week', null, '2026-12-28', '2027-01-01'],
    ['month', null, '2027-01-01', '2027-01-01'],
    ['day', 'America/Bogota', '2026-12-31', '2026-12-31'],
    ['week', 'America/Bogota', '2026-12-28', '2026-12-31'],
    ['month', 'America/Bogota', '2026-12-01', '2026-12-31'],
    ['year', 'America/Bogota', '2026-01-01', '2026-12-31'],
  ] as const)('of a %s in the zone %s', (name, timezone, from, to) => {
    expect(daysUpTo(now, name, { timezone })).toEqual({ from, to })
  })
})
