import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../../shared/failure.ts'
import { readDay } from '../../../shared/platform/time/day.ts'

describe('readDay', () => {
  it('accepts every day of the calendar', () => {
    const years = { min: new Date('0001-01-01'), max: new Date('9999-12-31') }
    fc.assert(
      fc.property(fc.date({ ...years, noInvalidDate: true }), (date) => {
        const day = date.toISOString().slice(0, 10)
        expect(readDay('startDate', day)).toBe(day)
      }),
    )
  })

  it('throws for any text that is not a day of the calendar', () => {
    const dayLike = fc
      .tuple(fc.nat(9999), fc.nat(99), fc.nat(99))
      .map(([year, month, day]) =>
        [
          String(year).padStart(4, '0'),
          String(month).padStart(2, '0'),
          String(day).padStart(2, '0'),
        ].join('-'),
      )
    fc.assert(
      fc.property(fc.oneof(dayLike, fc.string()), (text) => {
        const daysOfMonth = (year: number, month: number) =>
          [
            31,
            year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
            31,
            30,
            31,
            30,
            31,
            31,
            30,
            31,
            30,
            31,
          ][month - 1] ?? 0
        const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
        const exists =
          year !== undefined &&
          Number(day) >= 1 &&
          Number(day) <= daysOfMonth(Number(year), Number(month))
        if (exists) expect(readDay('endDate', text)).toBe(text)
        else expect(() => readDay('endDate', text)).toThrow(Failure)
      }),
      { numRuns: 1_000 },
    )
  })

  it('returns undefined for undefined', () => {
    expect(readDay('startDate', undefined)).toBeUndefined()
  })
})
