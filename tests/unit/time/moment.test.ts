import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMoment } from '../../../shared/time/moment.ts'

describe('a moment', () => {
  it.each([
    ['0', 0],
    ['1700000000000', 1_700_000_000_000],
    ['2026-11-21', Date.UTC(2026, 10, 21)],
    ['2026-11-21T10:30', Date.UTC(2026, 10, 21, 10, 30)],
    ['2026-11-21T10:30:15', Date.UTC(2026, 10, 21, 10, 30, 15)],
    ['2026-11-21T10:30:15.5Z', Date.UTC(2026, 10, 21, 10, 30, 15, 500)],
    ['2026-11-21T10:30:15+02:00', Date.UTC(2026, 10, 21, 8, 30, 15)],
    ['2028-02-29', Date.UTC(2028, 1, 29)],
  ])('%s is read', (text, ms) => {
    expect(readMoment(text)).toBe(ms)
  })

  it('of a whole day is its last one at the end of a period', () => {
    expect(readMoment('2026-11-21', 'end')).toBe(Date.UTC(2026, 10, 22) - 1)
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
    '2026-13-01',
    '2026-1-1',
    '2026-11-21T25:00',
    '2026-11-21T10:30 ',
    '2026-11-21 10:30',
    'Sat Nov 21 2026',
  ])('is not %j', (text) => {
    expect(readMoment(text)).toBeUndefined()
  })

  it('is read back from every ISO form of it', () => {
    const dates = fc.date({
      min: new Date('0001-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(dates, (date) => {
        expect(readMoment(date.toISOString())).toBe(date.getTime())
      }),
    )
  })

  it('is a valid date or none, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ms = readMoment(text)
        expect(ms === undefined || !Number.isNaN(new Date(ms).getTime())).toBe(true)
      }),
    )
  })
})
