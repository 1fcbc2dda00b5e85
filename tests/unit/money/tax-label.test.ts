import { expect, test } from 'vitest'
import { taxLabel } from '../../../shared/platform/money/tax-label.ts'

test.each([
  ['IVA', '4%', 'IVA 4%'],
  ['IVA 4 %', '4%', 'IVA 4 %'],
  ['IVA 10,5%', '10.5 %', 'IVA 10,5%'],
  ['IVA 14 %', '4%', 'IVA 14 % 4%'],
  ['IVA 4', '4%', 'IVA 4 4%'],
])('the tax %s of %s is written %s', (name, rate, written) => {
  expect(taxLabel(name, rate)).toBe(written)
})
