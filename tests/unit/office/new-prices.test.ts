import { expect, test } from 'vitest'
import { newPrice } from '../../../pages/office/sections/goods/new-prices.ts'

test.each([
  ['a tenth dearer', 250, { percent: 10, ending: 'none' }, 275],
  ['half of a cent away from zero', 105, { percent: 10, ending: 'none' }, 116],
  ['a price on 99', 500, { percent: 10, ending: '0.99' }, 599],
  ['the nearest 95', 300, { percent: 2, ending: '0.95' }, 295],
  ['a half', 230, { percent: 0, ending: '0.50' }, 250],
  ['a whole one that is not nothing', 30, { percent: -50, ending: '1.00' }, 100],
  ['what is free', 0, { percent: 50, ending: '0.99' }, 0],
] as const)('a changed price: %s', (_, cents, how, expected) => {
  expect(newPrice(cents, { ...how, smallestCents: 1 })).toBe(expected)
})

test('prices of a currency without cents have none', () => {
  expect(newPrice(150_000, { percent: 3, ending: '0.99', smallestCents: 100 })).toBe(
    154_500,
  )
})
