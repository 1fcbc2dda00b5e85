import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tender } from '../support/selling.ts'
import { shiftsOf } from '../support/shifts.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTill, usd } from '../support/till.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ options: { TILLS: 'true' } })
})
afterAll(() => shop.close())

const count = 12

it('every receipt is one order with its number, whatever hand-ins, checkouts and closes race', async () => {
  const till = await openTill(shop)
  const shifts = await shiftsOf(shop)
  const coffee = await till.createProduct(1_000)
  const device = await shop.admin()
  const { series } = (await device.post('/tills', { name: 'Bar' })).body
  const shiftId = await shifts.createShift({ initialAmount: 0 })
  const sales = Array.from({ length: count }, (_, at) => ({
    saleId: randomUUID(),
    soldAt: new Date(Date.now() - 60_000 + at * 1_000).toISOString(),
    number: at + 1,
    userId: shop.ownerId,
    currencyId: usd,
    items: [{ productId: coffee, name: 'Coffee', quantity: 1, priceAtOrder: 250 }],
    tenders: [tender('Cash', 250)],
    amount: 2.5,
    pricesIncludeTax: true,
    taxes: [],
  }))
  const handIn = (some: typeof sales) =>
    device.post('/sync/sales', { sentAt: new Date().toISOString(), sales: some })
  const checkouts = sales
    .slice(0, 4)
    .map(({ saleId, number }) =>
      device.post('/store/orders/checkout', till.cart(coffee, 1, { saleId, number })),
    )
  await Promise.all([
    ...checkouts,
    handIn(sales),
    handIn(sales.slice(6)),
    handIn([...sales].reverse()),
    shifts.closeShift(shiftId, { finalAmount: 0 }),
  ])
  // Until its outbox is empty, a till sends again
  await expect
    .poll(
      async () => {
        const { results } = (await handIn(sales)).body
        return results.every(({ status }: { status: string }) => status === 'already')
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  const orders = await Promise.all(
    sales.map(
      async ({ saleId }) => (await till.admin.get(`/store/orders/${saleId}`)).body,
    ),
  )
  expect(orders.map(({ receiptNumber }) => receiptNumber)).toEqual(
    sales.map(({ number }) => `${series}-${number}`),
  )
  expect((await device.get('/tills/me')).body).toMatchObject({
    lastNumber: count,
    missing: [],
  })
  expect(await till.stockOf(coffee)).toBe(1_000 - count)
  // All Zs together are what stands on paper
  const next = await shifts.createShift({ initialAmount: 0 })
  const sold = await Promise.all(
    [shiftId, next].map(async (id) => (await shifts.breakdown(id)).totalSales ?? 0),
  )
  expect(sold.reduce((sum, part) => sum + part, 0)).toBe(2.5 * count)
})
