import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { methods } from '../../../pages/parts/payment-methods.ts'
import {
  cashDue,
  changeOf,
  quickAmounts,
  restOf,
} from '../../../pages/till/payment/tenders.ts'
import { paymentMethods } from '../../../shared/platform/money/payment-methods.ts'

test('the methods are those of the API', () => {
  const ids = paymentMethods.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(Object.values(methods)))
})

test('cash is rounded to the nearest step, half up, and by half a step at most', () => {
  expect([1_002, 1_003, 1_007, 1_008].map((cents) => cashDue(cents, 5))).toEqual([
    1_000, 1_005, 1_005, 1_010,
  ])
  expect(cashDue(1_025, 50)).toBe(1_050)
  expect(cashDue(1_023, 0)).toBe(1_023)
  fc.assert(
    fc.property(
      fc.nat(10_000_000),
      fc.constantFrom(5, 10, 20, 50, 100),
      (cents, step) => {
        const due = cashDue(cents, step)
        expect(due % step).toBe(0)
        expect(Math.abs(due - cents)).toBeLessThanOrEqual(step / 2)
      },
    ),
  )
})

test('change and rest come from what each tender pays and what was handed over', () => {
  const tenders = [
    { method: 'creditCard', amountCents: 500 },
    { method: 'cash', amountCents: 460, givenCents: 1_000 },
  ] as const
  expect(restOf(960, tenders)).toBe(0)
  expect(changeOf(tenders)).toBe(540)
})

test('amounts to tap begin with what is due, and all pay it', () => {
  expect(quickAmounts(960, 1)).toEqual([960, 1_000, 2_000, 5_000, 10_000])
  expect(quickAmounts(1_000, 1)[0]).toBe(1_000)
  // Without cents: 960 yen
  expect(quickAmounts(96_000, 100)).toEqual([
    96_000, 100_000, 200_000, 500_000, 1_000_000,
  ])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), (due) => {
      const amounts = quickAmounts(due, 1)
      expect(amounts[0]).toBe(due)
      expect(new Set(amounts).size).toBe(amounts.length)
      expect(amounts.every((amount) => amount >= due)).toBe(true)
    }),
  )
})
