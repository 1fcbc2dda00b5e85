import { expect, test } from 'vitest'
import { typedCents } from '../../../pages/parts/controls/typed-money.ts'

test.each([
  ['', 0],
  ['3', 300],
  ['3.', 300],
  ['12.5', 1_250],
  ['12,50', 1_250],
  [',05', 5],
  ['1.250', 125_000],
  ['1,250', 125_000],
  ['1.250,5', 125_050],
  ['1,250.00', 125_000],
  ['1.250.000', 125_000_000],
  ['1000,', 100_000],
  ['0.125', undefined],
  ['12.3456', undefined],
  ['1250.000', undefined],
])('%s is %s cents', (text, cents) => {
  expect(typedCents(text, 1)).toBe(cents)
})

test('a currency without cents takes whole amounts', () => {
  expect(typedCents('1.250', 100)).toBe(125_000)
  expect(typedCents('12,5', 100)).toBe(1_200)
})
