import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRestaurant } from '../../support/dishes.ts'
import { cartOf, item, refused } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { methodId, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop({ options: { VERIFY_AMOUNTS: 'true' } })
  till = await openTill(shop)
})
afterAll(() => shop.close())

it('a sale charges what its lines add up to; otherwise the refusal says what that is', async () => {
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

it('a sale paid in cash also needs the permission for a discount', async () => {
  const coffee = await till.createProduct(5)
  const cart = till.cart(coffee, 1, { discountAmount: 1 })
  expect(await till.checkout(cart)).toMatchObject({ status: 403 })
})

it('a bill’s line below its dish’s price needs the permission of who enters or settles it', async () => {
  const restaurant = await openRestaurant(shop)
  const waiter = await shop.userWith('orders_create', 'orders_update', 'orders_settle')
  const soup = await restaurant.createDish()
  const lines = (priceAtOrder: number) => [{ dishId: soup, priceAtOrder }]
  const denied = { status: 403, body: { message: 'Permission required' } }
  const id = await restaurant.createOrder()
  const order = { userId: shop.ownerId, status: 'open', total: 0 }
  const enter = (priceAtOrder: number) =>
    waiter.post(`/orders/${id}/dishes`, lines(priceAtOrder))
  const withDishes = { order, dishes: lines(0.01) }
  expect(await waiter.post('/orders/with-dishes', withDishes)).toMatchObject(denied)
  expect(await enter(4.49)).toMatchObject(denied)
  expect(await enter(4.5)).toMatchObject({ status: 201 })
  const [line] = (await restaurant.readCompleteOrder(id)).dishes
  const path = `/orders/${id}/dishes/${line?.id}`
  expect(await waiter.put(path, { priceAtOrder: 0.01 })).toMatchObject(denied)
  expect((await waiter.put(path, { priceAtOrder: 4.6 })).status).toBe(200)

  const setVerifyAmounts = async (verifyAmounts: boolean) => {
    const { body: config } = await till.admin.get('/config')
    await till.admin.put('/config', { ...config, verifyAmounts })
  }
  const settle = (orderId: string, amountCents: number) =>
    waiter.post(`/orders/${orderId}/settle`, {
      userId: shop.ownerId,
      tenders: [{ paymentMethodId: methodId('Cash'), amountCents }],
    })
  // Anybody settles a price that a user with the right to discounts has entered
  expect((await till.admin.put(path, { priceAtOrder: 0.01 })).status).toBe(200)
  expect(await settle(id, 1)).toMatchObject({ status: 200 })
  await setVerifyAmounts(false)
  const early = await waiter.post('/orders/with-dishes', withDishes)
  expect(early.status).toBe(201)
  await setVerifyAmounts(true)
  expect(await settle(early.body.id, 1)).toMatchObject(denied)
})

it('an order’s total is the sum of its lines, unless the caller may give discounts', async () => {
  const restaurant = await openRestaurant(shop)
  const waiter = await shop.userWith('orders_create', 'orders_update')
  const id = await restaurant.createOrder()
  const soup = await restaurant.createDish()
  const path = `/orders/${id}`
  const sent = [{ dishId: soup, priceAtOrder: 4.5 }]
  for (const _ of ['sold', 'cancelled']) await waiter.post(`${path}/dishes`, sent)
  const [, line] = (await restaurant.readCompleteOrder(id)).dishes
  await waiter.put(`${path}/dishes/${line?.id}`, { status: 'cancelled' })
  const change = (status: string, total: number, by = waiter) =>
    by.put(path, { userId: shop.ownerId, status, total })
  const differs = refused('checkout_amounts_differ', {
    expectedCents: 450,
    field: 'total',
  })
  for (const status of ['open', 'paid', 'closed']) {
    expect(await change(status, 0.01), status).toMatchObject(differs)
  }
  const stored = async () => (await till.admin.get(path)).body
  expect(await stored()).toMatchObject({ status: 'open', total: 4.5 })
  expect(await change('open', 1, till.admin)).toMatchObject({ status: 200 })
  expect(await change('open', 1)).toMatchObject({ status: 200 })
  expect(await change('closed', 1)).toMatchObject(differs)
  expect(await change('closed', 4.5)).toMatchObject({ status: 200 })

  const { body: config } = await till.admin.get('/config')
  await till.admin.put('/config', { ...config, verifyAmounts: false })
  expect(await change('paid', 0.01)).toMatchObject({ status: 200 })
  await till.admin.put('/config', { ...config, verifyAmounts: true })
})

it('an order without dishes is created for any total, which is audited', async () => {
  const waiter = await shop.userWith('orders_create')
  for (const status of ['open', 'paid', 'closed']) {
    const order = { userId: shop.ownerId, total: 9, status }
    const { status: answered, body } = await waiter.post('/orders', order)
    expect(answered).toBe(201)
    const entries = (await till.admin.get('/audit?kind=order')).body
    expect(entries.at(-1)).toMatchObject({
      subjectId: body.id,
      before: null,
      after: { status, totalCents: 900 },
    })
  }
})

it('a sale is refused that with its tax is more than can be added up', async () => {
  const tax = { name: 'VAT', ratePercent: 16, isDefault: true }
  expect((await till.admin.post('/taxes', tax)).status).toBe(201)
  const { body: config } = await till.admin.get('/config')
  await till.admin.put('/config', { ...config, pricesIncludeTax: false })
  const coffee = await till.createProduct(5)
  // A till that knows no tax is refused, too
  expect(await till.checkout(till.cart(coffee))).toMatchObject(
    refused('checkout_amounts_differ', { expectedCents: 290 }),
  )
  const huge = [item(coffee, { priceAtOrder: Number.MAX_SAFE_INTEGER })]
  expect(await till.checkout(cartOf(till, huge, 1_000))).toMatchObject(
    refused('checkout_invalid_quantity'),
  )
})

it('the shop’s own setting wins over the deployment’s', async () => {
  const coffee = await till.createProduct(5)
  const lowered = cartOf(till, [item(coffee)], 1)
  const { body: config } = await till.admin.get('/config')
  expect(config.verifyAmounts).toBe(true)
  await till.admin.put('/config', { ...config, verifyAmounts: false })
  expect(await till.checkout(lowered)).toMatchObject({ status: 201 })
  await till.admin.put('/config', { ...config, verifyAmounts: true })
  expect(await till.checkout(lowered)).toMatchObject(refused('checkout_amounts_differ'))
})
