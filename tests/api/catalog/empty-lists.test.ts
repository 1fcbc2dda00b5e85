import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

// A shop to itself: other files may add records to theirs.
it.each([
  ['/categories?type=ingredient', 'No categories added yet'],
  ['/dishes', 'No dishes found'],
  ['/ingredients', 'No ingredients found'],
  ['/products', 'No products found'],
  ['/spaces', 'No spaces found'],
  ['/suppliers', 'No suppliers found'],
])('%s returns a text while there are no records', async (path, text) => {
  const admin = await shop.admin()
  expect(await admin.get(path)).toMatchObject({ status: 200, body: text })
})
