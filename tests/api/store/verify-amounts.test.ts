import { afterAll, beforeAll, expect, it } from 'vitest'
import { cartOf, item, refused } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop({ options: { VERIFY_AMOUNTS: 'true' } })
  till = await openTill(shop)
})
afterAll(() => shop.close())

it('a sale charges what its lines come to, or is told what that is', async () => {
  const coffee = await till.createProduct(5)
  const sellFor = (cents: number) =>
    till.checkout(cartOf(till, [item(coffee)], cents, { tipAmount: 0.5 }))
  expect(await sellFor(299)).toMatchObject(
    refused('checkout_amounts_differ', { expectedCents: 300, field: 'amount' }),
  )
  expect(await sellFor(300)).toMatchObject({ status: 201 })
})

it('a price below the product’s is a discount', async () => {
  const [coffee, cake] = [await till.createProduct(5), await till.createProduct(5)]
  const cart = cartOf(till, [item(coffee), item(cake, { priceAtOrder: 249 })], 499)
  expect(await till.checkout(cart)).toMatchObject({
    status: 403,
    body: { message: 'Permission required' },
  })
  expect(await till.admin.post('/store/orders/checkout', cart)).toMatchObject({
    status: 201,
  })
})

it('a sale paid in cash needs the permission for a discount, too', async () => {
  const coffee = await till.createProduct(5)
  const cart = till.cart(coffee, 1, { discountAmount: 1 })
  expect(await till.checkout(cart)).toMatchObject({ status: 403 })
})

it('a sale is refused that with its tax is more than can be added up', async () => {
  const tax = { name: 'VAT', ratePercent: 16, isDefault: true }
  expect((await till.admin.post('/taxes', tax)).status).toBe(201)
  const { body: config } = await till.admin.get('/config')
  await till.admin.put('/config', { ...config, pricesIncludeTax: false })
  const coffee = await till.createProduct(5)
  const huge = [item(coffee, { priceAtOrder: Number.MAX_SAFE_INTEGER })]
  expect(await till.checkout(cartOf(till, huge, 1_000))).toMatchObject(
    refused('checkout_invalid_quantity'),
  )
})
