import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill } from '../../support/till.ts'

let shop: Shop
let restaurant: Restaurant
beforeAll(async () => {
  shop = await openShop()
  restaurant = await openRestaurant(shop)
})
afterAll(() => shop.close())

const unknown = (id: string) => ({
  status: 404,
  body: { message: `Order ${id} not found` },
})
const failedToCreate = { status: 400, body: 'Failed to create order' }

const orderCount = async () => {
  const { body } = await restaurant.admin.get('/orders')
  return Array.isArray(body) ? body.length : 0
}

describe('orders', () => {
  it('are listed as a text when there are none', async () => {
    expect(await restaurant.admin.get('/orders')).toMatchObject({
      status: 200,
      body: 'No orders found',
    })
  })

  it('are created, listed, read, changed and deleted', async () => {
    const tableId = await restaurant.createTable()
    const created = await restaurant.admin.post('/orders', {
      userId: shop.ownerId,
      tableId,
      status: 'open',
      total: 45.5,
      createdAt: '2024-03-01T12:30:00Z',
    })
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Order created successfully' },
    })
    const { id } = created.body
    const first = {
      id,
      userId: shop.ownerId,
      tableId,
      status: 'open',
      total: 45.5,
      createdAt: '2024-03-01T12:30:00Z',
    }
    expect((await restaurant.admin.get('/orders')).body).toEqual([first])
    expect(await restaurant.admin.get(`/orders/${id}`)).toMatchObject({
      status: 200,
      body: first,
    })
    expect(await restaurant.readCompleteOrder(id)).toMatchObject({
      order: first,
      dishes: [],
    })

    expect(
      await restaurant.admin.put(`/orders/${id}`, {
        userId: shop.ownerId,
        tableId: null,
        status: 'paid',
        total: 40,
        createdAt: '1999-01-01T00:00:00Z',
      }),
    ).toMatchObject({ status: 200, body: { id, message: 'Order updated successfully' } })
    const second = { ...first, tableId: null, status: 'paid', total: 40 }
    expect(await restaurant.readOrder(id)).toMatchObject(second)
    expect((await restaurant.admin.get('/orders')).body).toEqual([second])
    expect(await restaurant.admin.del(`/orders/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await restaurant.admin.get(`/orders/${id}`)).toMatchObject(unknown(id))
    expect((await restaurant.admin.get('/orders')).body).toBe('No orders found')
  })

  it('keep their table when an update omits it', async () => {
    const tableId = await restaurant.createTable()
    const id = await restaurant.createOrder({ tableId })
    await restaurant.admin.put(`/orders/${id}`, {
      userId: shop.ownerId,
      status: 'closed',
      total: 1,
    })
    expect(await restaurant.readOrder(id)).toMatchObject({
      tableId,
      status: 'closed',
      total: 1,
    })
  })

  it.each([
    ['2024-02-29T10:00:00', '2024-02-29T10:00:00Z'],
    ['2024-02-29T10:00:00+02:00', '2024-02-29T08:00:00Z'],
    ['1709200800000', '2024-02-29T10:00:00Z'],
    [1_709_200_800_000, '2024-02-29T10:00:00Z'],
  ])('with the createdAt %j return %s', async (createdAt, expected) => {
    expect(
      (await restaurant.readOrder(await restaurant.createOrder({ createdAt }))).createdAt,
    ).toBe(expected)
  })

  it.each([undefined, null, ''])(
    'with the createdAt %j return the current time',
    async (createdAt) => {
      const before = Math.floor(Date.now() / 1000) * 1000
      const order = await restaurant.readOrder(
        await restaurant.createOrder({ createdAt }),
      )
      expect(order.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(Date.parse(order.createdAt)).toBeGreaterThanOrEqual(before)
    },
  )

  it.each([
    [{ userId: undefined }],
    [{ userId: randomUUID() }],
    [{ userId: 'Ana' }],
    [{ tableId: randomUUID() }],
    [{ tableId: '' }],
    [{ status: undefined }],
    [{ status: 'pending' }],
    [{ total: undefined }],
    [{ total: -0.01 }],
    [{ total: '5' }],
    [{ createdAt: 'yesterday' }],
    [{ createdAt: '2024-02-30' }],
    [{ createdAt: '999999999999999' }],
  ])('are not created with %j', async (wrong) => {
    const before = await orderCount()
    const body = { userId: shop.ownerId, status: 'open', total: 5, ...wrong }
    expect(await restaurant.admin.post('/orders', body)).toMatchObject(failedToCreate)
    expect(await orderCount()).toBe(before)
  })

  it('return 404 when changed to an unknown user or table, and 400 for an invalid status', async () => {
    const id = await restaurant.createOrder()
    const change = (fields: object) =>
      restaurant.admin.put(`/orders/${id}`, {
        userId: shop.ownerId,
        status: 'paid',
        total: 9,
        ...fields,
      })
    const problem = (status: number, message: string) => ({ status, body: { message } })
    expect(await change({ status: 'done' })).toMatchObject(
      problem(400, 'Invalid status: done'),
    )
    expect(await change({ userId: randomUUID() })).toMatchObject(
      problem(404, 'User not found'),
    )
    for (const tableId of [randomUUID(), '']) {
      expect(await change({ tableId })).toMatchObject(problem(404, 'Table not found'))
    }
    for (const wrong of [{ total: undefined }, { total: -1 }, { userId: undefined }]) {
      expect(await change(wrong)).toMatchObject({
        status: 400,
        body: { message: expect.any(String) },
      })
    }
    expect(await restaurant.readOrder(id)).toMatchObject({ status: 'open', total: 0 })
  })

  it('return the same 404 for an unknown id on each route', async () => {
    const body = { userId: shop.ownerId, status: 'open', total: 0 }
    for (const id of [randomUUID(), '12']) {
      const { admin } = restaurant
      const dishId = await restaurant.createDish()
      for (const answer of [
        await admin.get(`/orders/${id}`),
        await admin.get(`/orders/${id}/complete`),
        await admin.get(`/orders/${id}/dishes`),
        await admin.post(`/orders/${id}/dishes`, [{ dishId, priceAtOrder: 1 }]),
        await admin.put(`/orders/${id}`, body),
        await admin.put(`/orders/${id}/calculate-total`, undefined),
        await admin.del(`/orders/${id}`),
        await admin.del(`/orders/${id}/dishes`),
      ]) {
        expect(answer).toMatchObject(unknown(id))
      }
    }
    expect(await restaurant.admin.get('/orders/%20')).toMatchObject({
      status: 400,
      body: 'Missing or malformed order ID',
    })
    expect(await restaurant.admin.del('/orders/%20/dishes/1')).toMatchObject({
      status: 400,
      body: 'Missing or malformed IDs',
    })
  })

  it('of the store can be read by id, and are unknown to the other routes', async () => {
    const till = await openTill(shop)
    const sale = await till.checkout(till.cart(await till.createProduct(1)))
    const id = sale.body.orderId
    expect(await restaurant.readOrder(id)).toMatchObject({
      id,
      userId: shop.ownerId,
      tableId: null,
      status: 'closed',
      total: 2.5,
      createdAt: expect.any(String),
      number: 1,
    })
    const dishes = [{ dishId: await restaurant.createDish(), priceAtOrder: 1 }]
    expect(await restaurant.admin.get(`/orders/${id}/dishes`)).toMatchObject(unknown(id))
    expect(await restaurant.addDishes(id, dishes)).toMatchObject(unknown(id))
    expect(await restaurant.admin.del(`/orders/${id}`)).toMatchObject(unknown(id))
    expect((await restaurant.admin.get('/orders')).body).not.toContainEqual(
      expect.objectContaining({ id }),
    )
  })

  it('are cleared from a table that names them when they are deleted', async () => {
    const tableId = await restaurant.createTable()
    const table = async () => (await restaurant.admin.get(`/tables/${tableId}`)).body
    const { name, spaceId } = await table()
    const [seated, former] = [
      await restaurant.createOrder({ tableId }),
      await restaurant.createOrder({ tableId }),
    ]
    await restaurant.admin.put(`/tables/${tableId}`, {
      name,
      spaceId,
      status: 'occupied',
      orderId: seated,
    })
    await restaurant.admin.del(`/orders/${former}`)
    expect(await table()).toMatchObject({ orderId: seated })
    await restaurant.admin.del(`/orders/${seated}`)
    expect(await table()).toMatchObject({ orderId: null, status: 'occupied' })
  })

  it('require the permission of the operation', async () => {
    const id = await restaurant.createOrder()
    const reader = await shop.userWith('orders_read')
    expect((await reader.get(`/orders/${id}`)).status).toBe(200)
    expect((await reader.put(`/orders/${id}/calculate-total`, {})).status).toBe(403)
    expect((await reader.del(`/orders/${id}`)).status).toBe(403)
  })
})
