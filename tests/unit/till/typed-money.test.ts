import { expect, test } from 'vitest'
import { typedCents } from '../../../pages/parts/controls/typed-money.ts'

const euros = { smallestCents: 1, fillsFromRight: false }
const yen = { smallestCents: 100, fillsFromRight: false }

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
  expect(typedCents(text, euros)).toBe(cents)
  const fromRight = { ...euros, fillsFromRight: true }
  if (/[.,]/.test(text)) expect(typedCents(text, fromRight)).toBe(cents)
})

test('digits move in from the right on the pads of the payment', () => {
  expect(typedCents('1250', { ...euros, fillsFromRight: true })).toBe(1_250)
  expect(typedCents('1250', { ...yen, fillsFromRight: true })).toBe(125_000)
})

test('a currency without cents takes whole amounts', () => {
  expect(typedCents('1.250', yen)).toBe(125_000)
  expect(typedCents('12,5', yen)).toBe(1_200)
})
