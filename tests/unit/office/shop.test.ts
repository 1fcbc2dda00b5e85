import { expect, test } from 'vitest'
import { methodName } from '../../../pages/office/figures/method-name.ts'
import { shiftStart } from '../../../pages/office/figures/shift-start.ts'
import { shortagesOf, stockOf } from '../../../pages/office/figures/stock.ts'
import { en } from '../../../pages/office/texts/en.ts'
import { es } from '../../../pages/office/texts/es.ts'

test('what is below its minimum comes first where least of it is left', () => {
  const item = (id: string, quantity: number, minimum: number) => ({
    id,
    name: id,
    unit: '',
    quantity,
    minimum,
  })
  const items = [
    item('half', 2, 4),
    item('enough', 4, 4),
    item('gone', 0, 1),
    item('any', 0, 0),
  ]
  expect(shortagesOf(items).map(({ id }) => id)).toEqual(['gone', 'half'])
})

test('a variant that is sold out is a shortage, whatever the sum of the others is', () => {
  const value = (id: string, text: string) => ({
    id,
    optionTypeId: 'size',
    value: text,
    displayOrder: 0,
  })
  const variant = (id: string, quantity: number, isActive = true) => ({
    id,
    quantity,
    isActive,
    optionValueIds: [`size ${id}`],
  })
  const shirt = {
    id: 'shirt',
    name: 'Shirt',
    quantity: 9,
    minStockThreshold: 5,
    maxStockThreshold: 0,
    trackStock: true,
    options: [
      { values: [value('size s', 'S'), value('size m', 'M'), value('size l', 'L')] },
    ],
    variants: [variant('s', 9), variant('m', 0), variant('l', 0, false)],
  }
  const names = (product: typeof shirt) =>
    shortagesOf(stockOf(product)).map(({ name, quantity }) => [name, quantity])
  expect(names(shirt)).toEqual([['Shirt (M)', 0]])
  const few = {
    ...shirt,
    variants: [variant('s', 2), variant('m', 4), variant('l', 0, false)],
  }
  expect(names(few)).toEqual([['Shirt (S)', 2]])
  // Nobody has asked to be told of it
  expect(names({ ...shirt, minStockThreshold: 0 })).toEqual([])
  expect(names({ ...shirt, trackStock: false })).toEqual([])
})

test.each([
  ['Unix ms', '1795334036504', '1795334036504', 1795334036504],
  ['ISO 8601', '2026-11-22', '2026-11-22T09:30:00Z', Date.parse('2026-11-22T09:30:00Z')],
  ["the till's own clock", '2026-11-22', '09:30:00', Date.parse('2026-11-22T09:30:00')],
  ['any other text', 'Sunday', 'morning', 'Sunday morning'],
])('a shift starts at %s', (_, shiftDate, startTime, start) => {
  expect(shiftStart({ shiftDate, startTime })).toBe(start)
})

test('several payment methods of an order are named in the language of the page', () => {
  expect(methodName('BTC, Cash', en)).toBe('Bitcoin + Cash')
  expect(methodName('BTC,Cash', es)).toBe('Bitcoin + Efectivo')
  expect(methodName('', es)).toBe('Sin pago')
  expect(methodName('Voucher', es)).toBe('Voucher')
})
