import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fitsCents,
  formatCents,
  fromCents,
  readDecimal,
  toCents,
} from '../../../shared/platform/money/decimal.ts'

/** An exact amount: its digits and how many of them are fraction digits. */
const exactAmount = fc.record({
  digits: fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }),
  places: fc.integer({ min: 0, max: 12 }),
})

/** Rounds half away from zero with integers only. */
function expectedCents(digits: bigint, places: number): number {
  const magnitude = digits < 0n ? -digits : digits
  const unit = 10n ** BigInt(places)
  const cents = (magnitude * 200n + unit) / (2n * unit)
  return Number(digits < 0n ? -cents : cents)
}

describe('toCents', () => {
  it.each([
    [0.1 + 0.2, 30],
    [1.005, 101],
    [1.0049999, 100],
    [8.575, 858],
    [45.5, 4550],
    [1e-7, 0],
    [5e-324, 0],
    [-0.005, -1],
    [-1.005, -101],
    [70368744177663.99, 7036874417766399],
  ])('reads %d as %i cents', (amount, cents) => {
    expect(toCents(amount)).toBe(cents)
  })

  it('rounds half up by the digits that a client wrote', () => {
    fc.assert(
      fc.property(exactAmount, ({ digits, places }) => {
        expect(toCents(Number(`${digits}e-${places}`))).toBe(
          expectedCents(digits, places),
        )
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('fromCents', () => {
  it('round-trips every amount that fits', () => {
    const largest = 7_036_874_417_766_399
    fc.assert(
      fc.property(fc.integer({ min: -largest, max: largest }), (cents) => {
        const shown = JSON.parse(JSON.stringify(fromCents(cents)))
        expect(fitsCents(shown)).toBe(true)
        expect(toCents(shown)).toBe(cents)
        expect(String(shown)).toMatch(/^-?\d+(\.\d{1,2})?$/)
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [4550, '45.50'],
    [-123_456, '-1234.56'],
  ])('prints %i cents as %s', (cents, text) => {
    expect(formatCents(cents)).toBe(text)
  })
})

describe('fitsCents', () => {
  it.each([0, -1.5, 70368744177663.99])('is true for %d', (amount) => {
    expect(fitsCents(amount)).toBe(true)
  })

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1e21,
    1e300,
    70368744177664,
    90071992547409.98,
  ])('is false for %d, whose cents a double cannot tell apart', (amount) => {
    expect(fitsCents(amount)).toBe(false)
  })
})

describe('readDecimal', () => {
  it.each([
    ['12', 12],
    ['12.50', 12.5],
    ['12.', 12],
    ['.25', 0.25],
    ['+1.5', 1.5],
    [' -1.5\t', -1.5],
    ['15e1', 150],
    ['15E-12', 1.5e-11],
    ['1.5e+1', 15],
    ['  7  ', 7],
  ])('reads %j as %d', (text, number) => {
    expect(readDecimal(text)).toBe(number)
  })

  it.each(['', ' ', '.', '1,5', '0x10', '1_000', 'Infinity', '1e', '1 2', 'x1', '1x'])(
    'reads nothing from %j',
    (text) => {
      expect(readDecimal(text)).toBeUndefined()
    },
  )
})
