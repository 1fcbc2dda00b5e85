import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openRestaurant, type Restaurant } from '../support/dishes.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { type FaultProxy, startFaultProxy, withoutRetries } from './proxy.ts'

let proxy: FaultProxy
let shop: Shop
let restaurant: Restaurant
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'), { metersTransactions: true })
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint })
  restaurant = await openRestaurant(shop)
})
afterAll(async () => {
  await shop.close()
  proxy.close()
})

const calls = () =>
  withoutRetries(proxy.calls()).map(({ operation, capacityUnits }) => [
    operation,
    capacityUnits,
  ])

it('adding a dish to a small order takes one read and one transaction', async () => {
  const [order, dishId] = [await restaurant.createOrder(), await restaurant.createDish()]
  proxy.reset()
  await restaurant.addDishes(order, [{ dishId, priceAtOrder: 4.5 }])
  // Writes the order, the dish's count, and the total in three indexes
  expect(calls()).toEqual([
    ['BatchGetItem', 1],
    ['TransactWriteItems', 2 + 2 + 3 * 2],
  ])
})

it('changing and deleting a dish take one read and one transaction each', async () => {
  const [order, dishId] = [await restaurant.createOrder(), await restaurant.createDish()]
  await restaurant.addDishes(order, [{ dishId, priceAtOrder: 1 }])
  const line = `/orders/${order}/dishes/${dishId}`
  proxy.reset()
  await restaurant.admin.put(line, { priceAtOrder: 2 })
  await restaurant.admin.del(line)
  // Another price and a deletion are entered in the audit trail
  expect(calls()).toEqual([
    ['GetItem', 1],
    ['TransactWriteItems', 2 + 3 * 2 + 2],
    ['GetItem', 1],
    ['TransactWriteItems', 2 + 2 + 3 * 2 + 2],
  ])
})

it('a list of orders by table reads only its rows', async () => {
  for (let each = 0; each < 20; each += 1) await restaurant.createOrder()
  const tableId = await restaurant.createTable()
  await restaurant.createOrder({ tableId })
  proxy.reset()
  await restaurant.admin.get(`/orders/table/${tableId}`)
  expect(calls()).toHaveLength(2)
  expect(calls()).toEqual(
    expect.arrayContaining([
      ['GetItem', 1],
      ['Query', 0.5],
    ]),
  )
})
