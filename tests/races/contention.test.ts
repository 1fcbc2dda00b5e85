import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../faults/proxy.ts'
import { createProduct } from '../support/products.ts'
import { readDay, stopTracking } from '../support/selling.ts'
import { shiftsOf } from '../support/shifts.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTill, type Till } from '../support/till.ts'

/*
 * Transactions are refused here while another one is busy with one of their records, as AWS does
 * it. The engine lets them wait in line, so elsewhere no test sees that.
 */
let proxy: FaultProxy
let shop: Shop
let till: Till
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'), { busyMs: 30 })
  shop = await openShop({
    dynamoDbEndpoint: proxy.endpoint,
    mayFail: false,
    stream: true,
  })
  till = await openTill(shop)
})
afterAll(async () => {
  await shop.close()
  proxy.close()
})

const conflicts = () =>
  proxy
    .calls()
    .filter(({ operation, status }) => operation.startsWith('Transact') && status === 400)

it('sales, refunds, cash and new prices that meet are all made, each once', async () => {
  const [coffee, tea] = [await till.createProduct(100), await till.createProduct(0)]
  await stopTracking(tea)
  const shifts = await shiftsOf(shop)
  const shift = await shifts.createShift()
  const sold = await till.checkout(till.cart(coffee))
  const before = await readDay()
  proxy.reset()

  const sales = Array.from({ length: 12 }, (_, at) =>
    till.checkout(till.cart(at % 2 ? coffee : tea)),
  )
  const answers = await Promise.all([
    ...sales,
    till.admin.post(`/store/orders/${sold.body.orderId}/refund`, {}),
    shifts.moveCash(shift, 'in', 5),
    till.admin.post('/products/stock', [{ productId: coffee, quantity: 50 }]),
  ])
  expect(answers.map(({ status }) => status)).toEqual([
    ...sales.map(() => 201),
    200,
    201,
    200,
  ])
  expect(conflicts().length).toBeGreaterThan(0)
  expect(await till.stockOf(coffee)).toBe(100 + 50 - 6)
  expect(await readDay()).toMatchObject({
    tickets: before.tickets + 12,
    lastNumber: (before.lastNumber ?? 0) + 12,
    cashInCents: 500,
  })
})

it('what is counted afterwards is sold at every till at once, and comes out exactly', async () => {
  const shifts = await shiftsOf(shop)
  await shifts.deleteShifts()
  const shift = await shifts.createShift()
  const tea = await createProduct(till.admin, { stockPolicy: 'afterwards', quantity: 5 })
  const price = async (priceCents: number) => {
    const { body } = await till.admin.get(`/products/${tea}`)
    const keepStock = true
    return till.admin.put(`/products/${tea}`, { ...body, priceCents, keepStock })
  }
  proxy.reset()
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, () => till.checkout(till.cart(tea))),
    price(300),
    price(400),
  ])
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 12 }, () => 201),
    200,
    200,
  ])
  await expect.poll(() => till.stockOf(tea), { timeout: 120_000 }).toBe(5 - 12)
  const sales = proxy
    .calls()
    .filter(({ operation }) => operation === 'TransactWriteItems')
    .map(({ request }) => JSON.stringify(request))
    .filter((request) => request.includes('TICKET"'))
  expect(sales.length).toBeGreaterThanOrEqual(12)
  expect(sales.filter((request) => request.includes('PRODUCT"'))).toEqual([])
  await expect
    .poll(() => shifts.breakdown(shift), { timeout: 120_000 })
    .toMatchObject({ productsBelowZero: 1 })
  const { body: alerts } = await till.admin.get('/alerts')
  expect(alerts).toContainEqual(
    expect.objectContaining({
      kind: 'stock_low',
      details: expect.objectContaining({ productId: tea }),
    }),
  )
  await shifts.closeShift(shift)
  expect(await shifts.zReport(shift)).toMatchObject({ productsBelowZero: 1 })

  const received = [{ productId: tea, quantity: 20 }]
  expect(await till.admin.post('/products/stock', received)).toMatchObject({
    status: 200,
  })
  const next = await shifts.createShift()
  await expect
    .poll(() => shifts.breakdown(next), { timeout: 120_000 })
    .not.toHaveProperty('productsBelowZero')
})
