import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  centsOfSatoshis,
  compareWorth,
  fiatOf,
  satoshisFor,
} from '../../../shared/platform/money/fiat.ts'

describe('fiatOf', () => {
  it.each([
    [100_000_000, 65_432.1, 65_432.1],
    [1, 65_432.1, 0.000654321],
    [123_457, 65_432.1, 80.780507697],
    [3, 0.1, 0.000000003],
    [0, 65_000, 0],
    [21_000_000 * 100_000_000, 1e6, 21e12],
    [5, -2, -0.0000001],
    [7, 1e-100, 7e-108],
  ])('%d sat at a rate of %d are worth %d', (satoshis, rate, worth) => {
    expect(fiatOf(satoshis, rate)).toBe(worth)
  })

  it('returns the double nearest to the exact product', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 2_100_000_000_000_000 }),
        fc.nat({ max: 100_000_000 }),
        (satoshis, rateCents) => {
          const exact = (BigInt(satoshis) * BigInt(rateCents)).toString()
          expect(fiatOf(satoshis, rateCents / 100)).toBe(Number(`${exact}e-10`))
        },
      ),
    )
  })
})

describe('centsOfSatoshis', () => {
  it.each([
    [100_000_000, 65_432.1, 1, 6_543_210],
    [1, 65_432.1, 1, 0],
    [15_283, 65_432.1, 1, 999],
    [15_284, 65_432.1, 1, 1_000],
    [7, 15_000_000, 1, 105],
    [7, 15_000_000, 100, 100],
    [1, 2.5e9, 100, 2_500],
    [21_000_000 * 100_000_000, 1e6, 1, 21e14],
    [5, 1e-100, 1, 0],
  ])('%d sat at a rate of %d, in steps of %d: %d', (satoshis, rate, step, cents) => {
    expect(centsOfSatoshis(satoshis, rate, step)).toBe(cents)
  })

  it('rounds down what the satoshis are worth', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 2_100_000_000_000 }),
        fc.nat({ max: 100_000_000 }),
        fc.constantFrom(1, 100),
        (satoshis, rateCents, step) => {
          const exact = (BigInt(satoshis) * BigInt(rateCents)) / 10n ** 8n
          expect(centsOfSatoshis(satoshis, rateCents / 100, step)).toBe(
            Number(exact - (exact % BigInt(step))),
          )
        },
      ),
    )
  })
})

describe('satoshisFor', () => {
  it.each([
    [2_500, 81_000, 30_865],
    [8_100, 81_000, 100_000],
    [1, 1e12, 1],
    [100, 1e-6, 1e14],
    [0, 81_000, 0],
  ])('%d cents at a rate of %d are %d sat', (cents, rate, satoshis) => {
    expect(satoshisFor(cents, rate)).toBe(satoshis)
  })

  it('is undefined beyond what a double counts', () => {
    expect(satoshisFor(Number.MAX_SAFE_INTEGER, 1e-6)).toBeUndefined()
  })

  it('asks for the fewest satoshis that are worth the cents', () => {
    const rate = fc.double({ min: 1, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), rate, (cents, rate) => {
        const satoshis = satoshisFor(cents, rate) ?? 0
        const price = { cents, percent: 100 }
        expect(compareWorth(satoshis, rate, price)).toBeGreaterThanOrEqual(0)
        expect(compareWorth(satoshis - 1, rate, price)).toBe(-1)
      }),
    )
  })
})
