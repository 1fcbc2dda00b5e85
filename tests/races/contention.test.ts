import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../faults/proxy.ts'
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
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint, mayFail: false })
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
