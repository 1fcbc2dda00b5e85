import { expect, test } from 'vitest'
import { sharedNumbersOf } from '../../../pages/office/figures/shared-numbers.ts'

test('products that have one article number in several spellings are listed', () => {
  const product = (name: string, barcodes: string[], ...variants: string[][]) => ({
    name,
    barcodes,
    variants: variants.map((each) => ({ barcodes: each })),
  })
  expect(
    sharedNumbersOf([
      product('Soap', ['036000291452', '0036000291452']),
      product('Tea', ['4006381333931', 'TEA']),
      product('Shirt', ['96385074'], ['96385074'], ['00036000291452']),
      product('Cup', ['TEA']),
    ]),
  ).toEqual([['00036000291452', ['Soap', 'Shirt']]])
})
