import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
})
afterAll(() => shop.close())

/** The largest amount with two fraction digits that a number holds exactly. */
const maxAmount = 70_368_744_177_663.99

const sell = async (quantity: number, priceAtOrder: number) => {
  const productId = await till.createProduct(quantity)
  const items = [{ productId, quantity, priceAtOrder }]
  return till.checkout(till.cart(productId, 1, { amount: 1, items }))
}

const report = () => till.admin.get('/reports')

it('a report returns 400 when a sum would not be exact', async () => {
  expect((await sell(1, Number.MAX_SAFE_INTEGER)).status).toBe(201)
  expect((await report()).body.totalRevenueCents).toBe(Number.MAX_SAFE_INTEGER)
  expect((await sell(1, 1)).status).toBe(201)
  expect(await report()).toMatchObject({
    status: 400,
    body: { message: 'The sums are too large to be exact: ask for fewer sales' },
  })
})

it('the total sales of a day are exact to the cent for any sum', async () => {
  const paid = { userId: shop.ownerId, status: 'paid', total: maxAmount }
  for (let count = 0; count < 5; count += 1) {
    const order = { ...paid, createdAt: '2024-05-05' }
    expect((await till.admin.post('/orders', order)).status).toBe(201)
  }
  expect((await till.admin.get('/orders/total-sales/2024-05-05')).body).toEqual({
    date: '2024-05-05',
    total_sales: '351843720888319.95',
  })
})
