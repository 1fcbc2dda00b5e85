import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fractionOf,
  halfDown,
  nearestMultiple,
  partOf,
  sharesOf,
  unitsShare,
} from '../../../shared/platform/money/shares.ts'
import { scaled } from '../../support/scale.ts'

const numRuns = scaled(1_000, 30_000)
const cents = fc.oneof(fc.nat(2_000), fc.maxSafeNat())

describe('shares', () => {
  it.each([
    [10, [1, 1, 1], [4, 3, 3]],
    [10, [2, 1, 1], [5, 3, 2]],
    [1, [0, 5, 5], [0, 1, 0]],
    [5, [1, 1, 3], [1, 1, 3]],
    [0, [], []],
    [0, [0, 0], [0, 0]],
    [Number.MAX_SAFE_INTEGER, [1, 2 ** 53 - 1], [1, 2 ** 53 - 2]],
  ])('of %i over %j are %j', (total, weights, expected) => {
    expect(sharesOf(total, weights)).toEqual(expected)
  })

  it('add up and are within a cent of their proportion', () => {
    const weights = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(cents, weights, (total, given) => {
        const sum = given.reduce((one, other) => one + other, 0)
        fc.pre(sum > 0)
        const shares = sharesOf(total, given)
        expect(shares.reduce((one, other) => one + BigInt(other), 0n)).toBe(BigInt(total))
        for (const [at, share] of shares.entries()) {
          const product = BigInt(total) * BigInt(given[at] ?? 0)
          const off = BigInt(share) * BigInt(sum) - product
          expect(off < sum && off > -sum).toBe(true)
          if (total <= sum) expect(share).toBeLessThanOrEqual(given[at] ?? 0)
        }
      }),
      { numRuns },
    )
  })

  it.each([
    [1_000, [100, 100, 100], [400, 300, 300]],
    [100, [0, 500, 500], [0, 100, 0]],
    [1_050, [100, 100, 100], [350, 350, 350]],
    [200, [150, 150], [100, 100]],
  ])(
    'of %i over %j are %j in whole units, if these are whole',
    (cents, given, expected) => {
      expect(sharesOf(cents, given, 100)).toEqual(expected)
    },
  )

  it('in whole units are those of the units', () => {
    const weights = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.nat(10 ** 9), weights, (units, given) => {
        fc.pre(given.some((each) => each > 0))
        const inCents = given.map((each) => each * 100)
        expect(sharesOf(units * 100, inCents, 100)).toEqual(
          sharesOf(units, given).map((share) => share * 100),
        )
      }),
      { numRuns },
    )
  })

  it('of nothing to spread over are an error', () => {
    expect(() => sharesOf(1, [0, 0])).toThrow()
  })
})

it('units of a line add up to its cents, whatever steps they are given in', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(cents, steps, fc.constantFrom(1, 100), (paid, counts, smallest) => {
      const quantity = counts.reduce((sum, count) => sum + count, 0)
      let [taken, given] = [0, 0]
      for (const units of counts) {
        const share = unitsShare(paid, { quantity, taken, units }, smallest)
        expect(share).toBeGreaterThanOrEqual(0)
        if (paid % smallest === 0) expect(share % smallest).toBe(0)
        given += share
        taken += units
      }
      expect(given).toBe(paid)
    }),
    { numRuns },
  )
})

it.each([
  [100, 16_000, 116_000, 14],
  [1, 1, 2, 1],
  [1, 49, 100, 0],
  [1_000, 0, 100_000, 0],
  [Number.MAX_SAFE_INTEGER, 1, 1, Number.MAX_SAFE_INTEGER],
])('%i times %i / %i is %i, rounded half up', (amount, over, under, expected) => {
  expect(fractionOf(amount, over, under)).toBe(expected)
})

it.each([
  [10, 10],
  [10.5, 10],
  [10.500001, 11],
  [10.49, 10],
  [0.49999999999999994, 0],
  [2 ** 52 + 1, 2 ** 52 + 1],
])('%d cents rounded half down are %d', (amount, expected) => {
  expect(halfDown(amount)).toBe(expected)
})

it.each([
  [1_000, 16_000, 116_000, 100],
  [1_100, 16_000, 116_000, 200],
  [1_050, 8_000, 108_000, 78],
])(
  '%i times %i / %i is %i in whole units, if that is whole',
  (amount, over, under, expected) => {
    expect(fractionOf(amount, over, under, 100)).toBe(expected)
  },
)

it.each([
  [1_000, 1, 3, 300],
  [1_000, 2, 3, 600],
  [1_001, 1, 3, 333],
])(
  '%i times %i / %i is %i in whole units, rounded down',
  (amount, over, under, expected) => {
    expect(partOf(amount, over, under, 100)).toBe(expected)
  },
)

it.each([
  [0, 5, 0],
  [2, 5, 0],
  [3, 5, 5],
  [998, 5, 1_000],
  [25, 50, 50],
  [24, 50, 0],
  [5, 10, 10],
])(
  'the multiple nearest to %i, of %i, is %i, rounded half up',
  (amount, step, expected) => {
    expect(nearestMultiple(amount, step)).toBe(expected)
  },
)
