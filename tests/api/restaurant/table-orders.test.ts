import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openDiningRoom } from '../../support/tables.ts'

let shop: Shop
let diningRoom: Awaited<ReturnType<typeof openDiningRoom>>
let restaurant: Restaurant
beforeAll(async () => {
  shop = await openShop()
  diningRoom = await openDiningRoom(shop)
  restaurant = await openRestaurant(shop)
})
afterAll(() => shop.close())

/** Creates tables of a new space that name the order. */
async function tablesWith(orderId: string, ...names: string[]) {
  const spaceId = await diningRoom.createSpace()
  const ids = await Promise.all(
    names.map((name) =>
      diningRoom.createTable({ name, status: 'occupied', spaceId, orderId }),
    ),
  )
  return { spaceId, ids }
}

const change = async (orderId: string, fields: object) => {
  const { userId, status, total } = await restaurant.readOrder(orderId)
  const input = { userId, status, total, ...fields }
  return (await restaurant.admin.put(`/orders/${orderId}`, input)).status
}

describe('an order that moves', () => {
  it('is cleared from its former table, whose status does not change', async () => {
    const tableId = await restaurant.createTable()
    const orderId = await restaurant.createOrder({ tableId })
    const { name, spaceId } = await diningRoom.readTable(tableId)
    await diningRoom.admin.put(`/tables/${tableId}`, {
      name,
      spaceId,
      status: 'occupied',
      orderId,
    })
    expect(await change(orderId, { tableId: await restaurant.createTable() })).toBe(200)
    expect(await diningRoom.readTable(tableId)).toMatchObject({
      status: 'occupied',
      orderId: null,
    })
    expect(await diningRoom.readTablesOfSpace(spaceId)).toEqual([
      await diningRoom.readTable(tableId),
    ])
  })

  it('is cleared from all tables except the one it moves to', async () => {
    const orderId = await restaurant.createOrder()
    const { ids } = await tablesWith(orderId, 'T1', 'T2', 'T3')
    expect(await change(orderId, { tableId: ids[1] })).toBe(200)
    const named = await Promise.all(ids.map(diningRoom.readTable))
    expect(named.map((table) => table.orderId)).toEqual([null, orderId, null])
  })

  it('is cleared from all tables when its table becomes null', async () => {
    const tableId = await restaurant.createTable()
    const orderId = await restaurant.createOrder({ tableId })
    const { spaceId } = await tablesWith(orderId, 'T1', 'T2')
    expect(await change(orderId, { tableId: null })).toBe(200)
    expect(await diningRoom.readTablesOfSpace(spaceId)).toMatchObject([
      { orderId: null },
      { orderId: null },
    ])
  })

  it('does not change tables that name other orders', async () => {
    const tableId = await restaurant.createTable()
    const orderId = await restaurant.createOrder({ tableId })
    const other = await restaurant.createOrder()
    const { name, spaceId } = await diningRoom.readTable(tableId)
    await diningRoom.admin.put(`/tables/${tableId}`, { name, spaceId, orderId: other })
    expect(await change(orderId, { tableId: null })).toBe(200)
    expect((await diningRoom.readTable(tableId)).orderId).toBe(other)
  })

  it('stays on all tables when the move fails', async () => {
    const tableId = await restaurant.createTable()
    const orderId = await restaurant.createOrder({ tableId })
    const { ids } = await tablesWith(orderId, 'T1')
    expect(await change(orderId, { tableId: randomUUID() })).toBe(404)
    expect((await diningRoom.readTable(ids[0] ?? '')).orderId).toBe(orderId)
  })
})

describe('an order that does not move', () => {
  it('stays on its tables when its other fields change', async () => {
    const orderId = await restaurant.createOrder()
    const { ids } = await tablesWith(orderId, 'T1', 'T2')
    expect(await change(orderId, { tableId: ids[0] })).toBe(200)
    await diningRoom.admin.put(`/tables/${ids[1]}`, {
      ...(await diningRoom.readTable(ids[1] ?? '')),
      orderId,
    })
    expect(await change(orderId, { status: 'paid', total: 5 })).toBe(200)
    expect(await change(orderId, { tableId: ids[0] })).toBe(200)
    const named = await Promise.all(ids.map(diningRoom.readTable))
    expect(named.map((table) => table.orderId)).toEqual([orderId, orderId])
  })
})

it('an order that is deleted is cleared from all tables that name it', async () => {
  const orderId = await restaurant.createOrder()
  const { spaceId } = await tablesWith(orderId, 'T1', 'T2')
  expect((await restaurant.admin.del(`/orders/${orderId}`)).status).toBe(204)
  expect(await diningRoom.readTablesOfSpace(spaceId)).toMatchObject([
    { status: 'occupied', orderId: null },
    { status: 'occupied', orderId: null },
  ])
})
