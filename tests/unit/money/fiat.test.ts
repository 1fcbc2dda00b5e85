import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centsOfSatoshis, fiatOf } from '../../../shared/money/fiat.ts'

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
