import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Kitchen, openKitchen } from '../support/dishes.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

let proxy: FaultProxy
let shop: Shop
let kitchen: Kitchen
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'), { metersTransactions: true })
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint })
  kitchen = await openKitchen(shop)
})
afterAll(async () => {
  await shop.close()
  await proxy.close()
})

const calls = () =>
  proxy.calls().map(({ operation, capacityUnits }) => [operation, capacityUnits])

it('adding a dish to a small order is one read and one write', async () => {
  const [order, dishId] = [await kitchen.order(), await kitchen.dish()]
  proxy.reset()
  await kitchen.add(order, [{ dishId, priceAtOrder: 1 }])
  // The order, the dish's count, and the total in three indexes
  expect(calls()).toEqual([
    ['BatchGetItem', 1],
    ['TransactWriteItems', 2 + 2 + 3 * 2],
  ])
})

it('changing and removing a dish are one read and one write', async () => {
  const [order, dishId] = [await kitchen.order(), await kitchen.dish()]
  await kitchen.add(order, [{ dishId, priceAtOrder: 1 }])
  const line = `/orders/${order}/dishes/${dishId}`
  proxy.reset()
  await kitchen.admin.put(line, { priceAtOrder: 2 })
  await kitchen.admin.del(line)
  expect(calls()).toEqual([
    ['GetItem', 1],
    ['TransactWriteItems', 2 + 3 * 2],
    ['GetItem', 1],
    ['TransactWriteItems', 2 + 2 + 3 * 2],
  ])
})

it('a list costs its rows, whatever else there is', async () => {
  for (let each = 0; each < 20; each += 1) await kitchen.order()
  const seated = await kitchen.table()
  await kitchen.order({ tableId: seated })
  proxy.reset()
  await kitchen.admin.get(`/orders/table/${seated}`)
  expect(calls()).toHaveLength(2)
  expect(calls()).toEqual(
    expect.arrayContaining([
      ['GetItem', 1],
      ['Query', 0.5],
    ]),
  )
})
