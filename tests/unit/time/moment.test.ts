import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMoment } from '../../../shared/platform/time/moment.ts'

/** Every spelling of an offset from UTC in minutes. */
function zonesOf(minutes: number): string[] {
  const two = (number: number) => String(number).padStart(2, '0')
  const sign = minutes < 0 ? '-' : '+'
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return [
    `${sign}${two(hours)}:${two(rest)}`,
    `${sign}${two(hours)}${two(rest)}`,
    ...(rest === 0 ? [`${sign}${two(hours)}`] : []),
    ...(minutes === 0 ? ['Z', ''] : []),
  ]
}

describe('readMoment', () => {
  it.each([
    ['0', 0],
    ['1700000000000', 1_700_000_000_000],
    ['2026-11-21', Date.UTC(2026, 10, 21)],
    ['2026-11-21T10:30', Date.UTC(2026, 10, 21, 10, 30)],
    ['2026-11-21T10:30:15', Date.UTC(2026, 10, 21, 10, 30, 15)],
    ['2026-11-21T10:30:15.5Z', Date.UTC(2026, 10, 21, 10, 30, 15, 500)],
    ['2026-11-21T10:30:15+02:00', Date.UTC(2026, 10, 21, 8, 30, 15)],
    ['2026-11-21T10:30+0200', Date.UTC(2026, 10, 21, 8, 30)],
    ['2026-11-21T10:30-02', Date.UTC(2026, 10, 21, 12, 30)],
    ['2026-11-21T10:30:15,5-0330', Date.UTC(2026, 10, 21, 14, 0, 15, 500)],
    ['2026-11-21T10:30:15.123456789+05:45', Date.UTC(2026, 10, 21, 4, 45, 15, 123)],
    ['2026-11-21t10:30z', Date.UTC(2026, 10, 21, 10, 30)],
    ['2026-11-21T00:00+14', Date.UTC(2026, 10, 20, 10)],
    ['2026-11-21T24:00', Date.UTC(2026, 10, 22)],
    ['2028-02-29', Date.UTC(2028, 1, 29)],
  ])('reads %s', (text, ms) => {
    expect(readMoment(text)).toBe(ms)
  })

  it('reads a day as its last millisecond at the end of a period', () => {
    expect(readMoment('2026-11-21', 'end')).toBe(Date.UTC(2026, 10, 22) - 1)
    expect(readMoment('2026-10-25', 'start', { timezone: 'Europe/Madrid' })).toBe(
      Date.UTC(2026, 9, 24, 22),
    )
    expect(readMoment('2026-10-25', 'end', { timezone: 'Europe/Madrid' })).toBe(
      Date.UTC(2026, 9, 25, 23) - 1,
    )
    expect(readMoment('2026-11-21T00:00', 'end')).toBe(Date.UTC(2026, 10, 21))
  })

  it.each([
    '',
    ' ',
    '-1',
    '1.5',
    '1e3',
    '9999999999999999',
    'today',
    '2026-02-29',
    '2026-02-30',
    '2026-02-30T10:30:00+0200',
    '2026-00-10',
    '2026-11-00',
    '2026-11-21Z',
    '2026-11-21+02:00',
    '2026-11-21T',
    '2026-11-21T10',
    '2026-11-21T24:01',
    '2026-11-21T23:60',
    '2026-11-21T23:59:60',
    '2026-11-21T10:30:15.',
    '2026-11-21T10:30+2',
    '2026-11-21T10:30+02:0',
    '2026-11-21T10:30+24',
    '2026-11-21T10:30+02:60',
    '2026-11-21T10:30:15Z+02:00',
    '1,5',
    '2026-13-01',
    '2026-1-1',
    '2026-11-21T25:00',
    '2026-11-21T10:30 ',
    '2026-11-21 10:30',
    'Sat Nov 21 2026',
  ])('returns undefined for %j', (text) => {
    expect(readMoment(text)).toBeUndefined()
  })

  it('reads every ISO form of a time', () => {
    const dates = fc.date({
      min: new Date('0001-01-02'),
      max: new Date('9999-12-30'),
      noInvalidDate: true,
    })
    const offsets = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 })
    fc.assert(
      fc.property(dates, offsets, (date, minutes) => {
        const local = new Date(date.getTime() + minutes * 60_000)
          .toISOString()
          .slice(0, -1)
        for (const zone of zonesOf(minutes)) {
          for (const text of [local, local.replace('.', ',')]) {
            expect(readMoment(text + zone)).toBe(date.getTime())
          }
          const toTheMinute = local.slice(0, 16)
          expect(readMoment(toTheMinute + zone)).toBe(
            Date.parse(`${toTheMinute}Z`) - minutes * 60_000,
          )
        }
      }),
    )
  })

  it('returns a valid time or undefined for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ms = readMoment(text)
        expect(ms === undefined || !Number.isNaN(new Date(ms).getTime())).toBe(true)
      }),
    )
  })
})
