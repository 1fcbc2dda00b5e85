import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Kitchen, openKitchen } from '../../support/dishes.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill } from '../../support/till.ts'

let shop: Shop
let kitchen: Kitchen
beforeAll(async () => {
  shop = await openShop()
  kitchen = await openKitchen(shop)
})
afterAll(() => shop.close())

const unknown = (id: string) => ({
  status: 404,
  body: { message: `Order ${id} not found` },
})
const failedToCreate = { status: 400, body: 'Failed to create order' }

const orderCount = async () => {
  const { body } = await kitchen.admin.get('/orders')
  return Array.isArray(body) ? body.length : 0
}

describe('orders', () => {
  it('list a bare string while there are none', async () => {
    expect(await kitchen.admin.get('/orders')).toMatchObject({
      status: 200,
      body: 'No orders found',
    })
  })

  it('are created, listed, read, changed and deleted', async () => {
    const tableId = await kitchen.table()
    const created = await kitchen.admin.post('/orders', {
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
    expect((await kitchen.admin.get('/orders')).body).toEqual([first])
    expect(await kitchen.admin.get(`/orders/${id}`)).toMatchObject({
      status: 200,
      body: first,
    })
    expect(await kitchen.complete(id)).toEqual({ order: first, dishes: [] })

    expect(
      await kitchen.admin.put(`/orders/${id}`, {
        userId: shop.ownerId,
        tableId: null,
        status: 'paid',
        total: 40,
        createdAt: '1999-01-01T00:00:00Z',
      }),
    ).toMatchObject({ status: 200, body: { id, message: 'Order updated successfully' } })
    const second = { ...first, tableId: null, status: 'paid', total: 40 }
    expect(await kitchen.read(id)).toEqual(second)
    expect((await kitchen.admin.get('/orders')).body).toEqual([second])

    expect(await kitchen.admin.del(`/orders/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await kitchen.admin.get(`/orders/${id}`)).toMatchObject(unknown(id))
    expect((await kitchen.admin.get('/orders')).body).toBe('No orders found')
  })

  it('keep the table that an update leaves out', async () => {
    const tableId = await kitchen.table()
    const id = await kitchen.order({ tableId })
    await kitchen.admin.put(`/orders/${id}`, {
      userId: shop.ownerId,
      status: 'closed',
      total: 1,
    })
    expect(await kitchen.read(id)).toMatchObject({ tableId, status: 'closed', total: 1 })
  })

  it.each([
    ['2024-02-29T10:00:00', '2024-02-29T10:00:00Z'],
    ['2024-02-29T10:00:00+02:00', '2024-02-29T08:00:00Z'],
    ['1709200800000', '2024-02-29T10:00:00Z'],
    [1_709_200_800_000, '2024-02-29T10:00:00Z'],
  ])('created at %j say %s', async (createdAt, wanted) => {
    expect((await kitchen.read(await kitchen.order({ createdAt }))).createdAt).toBe(
      wanted,
    )
  })

  it.each([undefined, null, ''])('created at %j say now', async (createdAt) => {
    const before = Math.floor(Date.now() / 1000) * 1000
    const order = await kitchen.read(await kitchen.order({ createdAt }))
    expect(order.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(Date.parse(order.createdAt)).toBeGreaterThanOrEqual(before)
  })

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
    const sound = { userId: shop.ownerId, status: 'open', total: 5, ...wrong }
    expect(await kitchen.admin.post('/orders', sound)).toMatchObject(failedToCreate)
    expect(await orderCount()).toBe(before)
  })

  it('are not changed to what does not exist', async () => {
    const id = await kitchen.order()
    const change = (fields: object) =>
      kitchen.admin.put(`/orders/${id}`, {
        userId: shop.ownerId,
        status: 'paid',
        total: 9,
        ...fields,
      })
    const said = (status: number, message: string) => ({ status, body: { message } })
    expect(await change({ status: 'done' })).toMatchObject(
      said(400, 'Invalid status: done'),
    )
    expect(await change({ userId: randomUUID() })).toMatchObject(
      said(404, 'User not found'),
    )
    for (const tableId of [randomUUID(), '']) {
      expect(await change({ tableId })).toMatchObject(said(404, 'Table not found'))
    }
    for (const wrong of [{ total: undefined }, { total: -1 }, { userId: undefined }]) {
      expect(await change(wrong)).toMatchObject({
        status: 400,
        body: { message: expect.any(String) },
      })
    }
    expect(await kitchen.read(id)).toMatchObject({ status: 'open', total: 0 })
  })

  it('answer an unknown id alike on every route', async () => {
    const body = { userId: shop.ownerId, status: 'open', total: 0 }
    for (const id of [randomUUID(), '12']) {
      const { admin } = kitchen
      const dishId = await kitchen.dish()
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
    expect(await kitchen.admin.get('/orders/%20')).toMatchObject({
      status: 400,
      body: 'Missing or malformed order ID',
    })
    expect(await kitchen.admin.del('/orders/%20/dishes/1')).toMatchObject({
      status: 400,
      body: 'Missing or malformed IDs',
    })
  })

  it('of the store are read by id and known to no other route', async () => {
    const till = await openTill(shop)
    const sale = await till.checkout(till.cart(await till.createProduct(1)))
    const id = sale.body.orderId
    expect(await kitchen.read(id)).toEqual({
      id,
      userId: shop.ownerId,
      tableId: null,
      status: 'closed',
      total: 2.5,
      createdAt: expect.any(String),
    })
    const dishes = [{ dishId: await kitchen.dish(), priceAtOrder: 1 }]
    expect(await kitchen.admin.get(`/orders/${id}/dishes`)).toMatchObject(unknown(id))
    expect(await kitchen.add(id, dishes)).toMatchObject(unknown(id))
    expect(await kitchen.admin.del(`/orders/${id}`)).toMatchObject(unknown(id))
    expect((await kitchen.admin.get('/orders')).body).not.toContainEqual(
      expect.objectContaining({ id }),
    )
  })

  it('leave their table when they are deleted, if it names them', async () => {
    const tableId = await kitchen.table()
    const table = async () => (await kitchen.admin.get(`/tables/${tableId}`)).body
    const { name, spaceId } = await table()
    const [seated, former] = [
      await kitchen.order({ tableId }),
      await kitchen.order({ tableId }),
    ]
    await kitchen.admin.put(`/tables/${tableId}`, {
      name,
      spaceId,
      status: 'occupied',
      orderId: seated,
    })
    await kitchen.admin.del(`/orders/${former}`)
    expect(await table()).toMatchObject({ orderId: seated })
    await kitchen.admin.del(`/orders/${seated}`)
    expect(await table()).toMatchObject({ orderId: null, status: 'occupied' })
  })

  it('ask for the permission of the deed', async () => {
    const id = await kitchen.order()
    const reader = await shop.userWith('orders_read')
    expect((await reader.get(`/orders/${id}`)).status).toBe(200)
    expect((await reader.put(`/orders/${id}/calculate-total`, {})).status).toBe(403)
    expect((await reader.del(`/orders/${id}`)).status).toBe(403)
  })
})
