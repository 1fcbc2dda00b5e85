import { expect, test } from 'vitest'
import type { ShopProduct } from '../../../pages/parts/shop-product.ts'
import { sampleDishes, sampleProducts } from '../../../pages/till/set-up/sample.ts'
import type { Dish } from '../../../shared/client/api.ts'

const product = { id: 'p', categoryIds: ['c'] } as unknown as ShopProduct
const coffee: ShopProduct = {
  ...product,
  SKU: 'SAMPLE-1',
  name: 'Coffee',
  priceCents: 250,
}
const dish = { id: 'd', categoryId: 'c' } as unknown as Dish

test('samples are removed that are as the set-up made them, also without cents', () => {
  const withoutCents = { ...coffee, priceCents: 25_000 }
  const inSpanish = { ...coffee, name: 'Café' }
  const samples = sampleProducts([coffee, withoutCents, inSpanish])
  expect(samples).toHaveLength(3)
  expect(samples[0]).toMatchObject({ type: 'product', id: 'p', categoryIds: ['c'] })
  expect(sampleDishes([{ ...dish, name: 'Burger', price: 11.5 }])).toMatchObject([
    { type: 'dish', id: 'd', categoryIds: ['c'] },
  ])
})

test('goods that the shop has renamed or priced, or made itself, are no samples', () => {
  expect(
    sampleProducts([
      { ...coffee, priceCents: 260 },
      { ...coffee, name: 'Filter coffee' },
      { ...coffee, SKU: 'COFFEE' },
    ]),
  ).toEqual([])
  expect(sampleDishes([{ ...dish, name: 'Burger', price: 12 }])).toEqual([])
})
