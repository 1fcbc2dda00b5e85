import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Kitchen, openKitchen } from '../../support/dishes.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openFloor } from '../../support/tables.ts'

let shop: Shop
let floor: Awaited<ReturnType<typeof openFloor>>
let kitchen: Kitchen
beforeAll(async () => {
  shop = await openShop()
  floor = await openFloor(shop)
  kitchen = await openKitchen(shop)
})
afterAll(() => shop.close())

/** Tables of a new space, each with the order. */
async function tablesWith(orderId: string, ...names: string[]) {
  const spaceId = await floor.space()
  const ids = await Promise.all(
    names.map((name) => floor.create({ name, status: 'occupied', spaceId, orderId })),
  )
  return { spaceId, ids }
}

const change = async (orderId: string, fields: object) => {
  const { userId, status, total } = await kitchen.read(orderId)
  const wanted = { userId, status, total, ...fields }
  return (await kitchen.admin.put(`/orders/${orderId}`, wanted)).status
}

describe('an order that moves', () => {
  it('leaves its table, whose status stays', async () => {
    const tableId = await kitchen.table()
    const orderId = await kitchen.order({ tableId })
    const { name, spaceId } = await floor.table(tableId)
    await floor.admin.put(`/tables/${tableId}`, {
      name,
      spaceId,
      status: 'occupied',
      orderId,
    })
    expect(await change(orderId, { tableId: await kitchen.table() })).toBe(200)
    expect(await floor.table(tableId)).toMatchObject({
      status: 'occupied',
      orderId: null,
    })
    expect(await floor.inSpace(spaceId)).toEqual([await floor.table(tableId)])
  })

  it('leaves every table but the one it moves to', async () => {
    const orderId = await kitchen.order()
    const { ids } = await tablesWith(orderId, 'T1', 'T2', 'T3')
    expect(await change(orderId, { tableId: ids[1] })).toBe(200)
    const named = await Promise.all(ids.map(floor.table))
    expect(named.map((table) => table.orderId)).toEqual([null, orderId, null])
  })

  it('leaves them all when it sits nowhere any more', async () => {
    const tableId = await kitchen.table()
    const orderId = await kitchen.order({ tableId })
    const { spaceId } = await tablesWith(orderId, 'T1', 'T2')
    expect(await change(orderId, { tableId: null })).toBe(200)
    expect(await floor.inSpace(spaceId)).toMatchObject([
      { orderId: null },
      { orderId: null },
    ])
  })

  it('leaves tables with other orders alone', async () => {
    const tableId = await kitchen.table()
    const orderId = await kitchen.order({ tableId })
    const other = await kitchen.order()
    const { name, spaceId } = await floor.table(tableId)
    await floor.admin.put(`/tables/${tableId}`, { name, spaceId, orderId: other })
    expect(await change(orderId, { tableId: null })).toBe(200)
    expect((await floor.table(tableId)).orderId).toBe(other)
  })

  it('leaves none when the move is refused', async () => {
    const tableId = await kitchen.table()
    const orderId = await kitchen.order({ tableId })
    const { ids } = await tablesWith(orderId, 'T1')
    expect(await change(orderId, { tableId: randomUUID() })).toBe(404)
    expect((await floor.table(ids[0] ?? '')).orderId).toBe(orderId)
  })
})

describe('an order that stays', () => {
  it('stays named, whatever else of it changes', async () => {
    const orderId = await kitchen.order()
    const { ids } = await tablesWith(orderId, 'T1', 'T2')
    expect(await change(orderId, { tableId: ids[0] })).toBe(200)
    await floor.admin.put(`/tables/${ids[1]}`, {
      ...(await floor.table(ids[1] ?? '')),
      orderId,
    })
    expect(await change(orderId, { status: 'paid', total: 5 })).toBe(200)
    expect(await change(orderId, { tableId: ids[0] })).toBe(200)
    const named = await Promise.all(ids.map(floor.table))
    expect(named.map((table) => table.orderId)).toEqual([orderId, orderId])
  })
})

it('an order that is deleted leaves every table that names it', async () => {
  const orderId = await kitchen.order()
  const { spaceId } = await tablesWith(orderId, 'T1', 'T2')
  expect((await kitchen.admin.del(`/orders/${orderId}`)).status).toBe(204)
  expect(await floor.inSpace(spaceId)).toMatchObject([
    { status: 'occupied', orderId: null },
    { status: 'occupied', orderId: null },
  ])
})
