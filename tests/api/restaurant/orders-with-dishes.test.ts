import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let restaurant: Restaurant
beforeAll(async () => {
  shop = await openShop()
  restaurant = await openRestaurant(shop)
})
afterAll(() => shop.close())

const failedToCreate = { status: 400, body: 'Failed to create order' }

const orderCount = async () => {
  const { body } = await restaurant.admin.get('/orders')
  return Array.isArray(body) ? body.length : 0
}

describe('an order with dishes', () => {
  const post = (order: object, dishes: unknown) =>
    restaurant.admin.post('/orders/with-dishes', {
      order: { userId: shop.ownerId, status: 'open', ...order },
      dishes,
    })

  it('has the sum of its dishes as its total', async () => {
    const dishId = await restaurant.createDish()
    const answer = await post({ total: 99 }, [
      { dishId, priceAtOrder: 0.1, notes: 'no salt' },
      { dishId, priceAtOrder: 0.2 },
    ])
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: expect.any(String),
        message: 'Order with dishes created successfully',
      },
    })
    const { id } = answer.body
    const line = {
      id: expect.any(String),
      orderId: id,
      dishId,
      status: 'pending',
      shouldPrepare: true,
    }
    expect(await restaurant.readCompleteOrder(id)).toMatchObject({
      order: { id, total: 0.3, status: 'open' },
      dishes: [
        { ...line, priceAtOrder: 0.1, notes: 'no salt' },
        { ...line, priceAtOrder: 0.2, notes: null },
      ],
    })
  })

  it('is created with all its dishes, or not at all', async () => {
    const dishId = await restaurant.createDish()
    const valid = { dishId, priceAtOrder: 1 }
    const before = await orderCount()
    const noDishes = { status: 400, body: 'No dishes provided' }
    const failedToAdd = { status: 400, body: 'Failed to add dishes to order' }
    expect(await post({}, [])).toMatchObject(noDishes)
    expect(await post({}, undefined)).toMatchObject(noDishes)
    for (const wrong of [
      { priceAtOrder: -1 },
      { dishId: randomUUID() },
      { dishId: 'soup' },
      { dishId: undefined },
      { notes: 5 },
    ]) {
      expect(await post({}, [valid, { ...valid, ...wrong }])).toMatchObject(failedToAdd)
    }
    for (const wrong of [
      { userId: randomUUID() },
      { tableId: randomUUID() },
      { status: 'pending' },
      { status: undefined },
      { createdAt: 'noon' },
    ]) {
      expect(await post(wrong, [valid])).toMatchObject(failedToCreate)
    }
    expect(
      await post(
        {},
        Array.from({ length: 201 }, () => valid),
      ),
    ).toMatchObject({ status: 400, body: { message: 'A call adds at most 200 dishes' } })
    expect(await orderCount()).toBe(before)
    expect((await restaurant.admin.del(`/dishes/${dishId}`)).status).toBe(204)
  })

  it('is created once under an Idempotency-Key', async () => {
    const dishes = [{ dishId: await restaurant.createDish(), priceAtOrder: 1 }]
    const body = { order: { userId: shop.ownerId, status: 'open' }, dishes }
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await restaurant.admin.post('/orders/with-dishes', body, key)
    const again = await restaurant.admin.post('/orders/with-dishes', body, key)
    expect(again).toMatchObject({ status: 201, body: first.body })

    const path = `/orders/${first.body.id}/dishes`
    const other = { 'Idempotency-Key': randomUUID() }
    await restaurant.admin.post(path, dishes, other)
    expect(await restaurant.admin.post(path, dishes, other)).toMatchObject({
      status: 201,
    })
    expect(await restaurant.readOrder(first.body.id)).toMatchObject({ total: 2 })
  })
})
