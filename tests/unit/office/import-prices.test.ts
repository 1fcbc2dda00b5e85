import { expect, test } from 'vitest'
import { centsOf } from '../../../pages/office/sections/import/price-cents.ts'

test.each([
  ['3,50', undefined, 350],
  ['1.250,5', undefined, 125_050],
  ['1,250.50', undefined, 125_050],
  ['1.250', ',', 125_000],
  ['1.250', '.', 125],
  ['7', undefined, 700],
  ['dear', undefined, undefined],
  ['', undefined, undefined],
] as const)('a price of a file: %s with %s', (price, sign, cents) => {
  expect(centsOf(price, sign)).toBe(cents)
})
