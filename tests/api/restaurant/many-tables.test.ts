import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Banquet, openBanquet } from '../../support/banquet.ts'
import { openShop, type Shop } from '../../support/shop.ts'

/** As many tables as may name one order. */
const most = 48

let shop: Shop
let banquet: Banquet
beforeAll(async () => {
  shop = await openShop()
  banquet = await openBanquet(shop)
}, 60_000)
afterAll(() => shop.close())

/** Dishes, each for one test to delete. */
const nextDish = () => banquet.dishes.pop() ?? ''

describe(`an order with 80 dishes that ${most} tables name`, () => {
  it('is deleted, and then no table names it and its dishes are free', async () => {
    const { orderId, spaceId } = await banquet.order(most)
    const dish = nextDish()
    expect(await banquet.removeDish(dish)).toBe(400)
    expect((await banquet.admin.del(`/orders/${orderId}`)).status).toBe(204)
    expect(await banquet.naming(spaceId, orderId)).toBe(0)
    expect(await banquet.floor.inSpace(spaceId)).toHaveLength(most)
    expect(await banquet.removeDish(dish)).toBe(204)
  })

  it('moves away from all of them while it is closed', async () => {
    const { orderId, spaceId } = await banquet.order(most)
    const tableId = await banquet.table()
    const moved = await banquet.change(orderId, { status: 'closed', tableId })
    expect(moved.status).toBe(200)
    expect(await banquet.naming(spaceId, orderId)).toBe(0)
    expect(await banquet.read(orderId)).toMatchObject({ status: 'closed', tableId })
    expect(await banquet.removeDish(nextDish())).toBe(204)
  })

  it('moves away from all of them while it is opened again', async () => {
    const { orderId, spaceId } = await banquet.order(most)
    expect((await banquet.change(orderId, { status: 'closed' })).status).toBe(200)
    const tableId = await banquet.table()
    expect((await banquet.change(orderId, { tableId })).status).toBe(200)
    expect(await banquet.naming(spaceId, orderId)).toBe(0)
    expect(await banquet.read(orderId)).toMatchObject({ status: 'open', tableId })
    const dish = nextDish()
    expect(await banquet.removeDish(dish)).toBe(400)
    expect((await banquet.admin.del(`/orders/${orderId}`)).status).toBe(204)
    expect(await banquet.removeDish(dish)).toBe(204)
  })

  it('keeps them when the move is refused', async () => {
    const { orderId, spaceId } = await banquet.order(most)
    expect((await banquet.change(orderId, { userId: orderId })).status).toBe(404)
    const unknown = { status: 'closed', tableId: orderId }
    expect((await banquet.change(orderId, unknown)).status).toBe(404)
    expect(await banquet.naming(spaceId, orderId)).toBe(most)
    expect(await banquet.removeDish(nextDish())).toBe(400)
  })
})

describe(`an order that ${most} tables name`, () => {
  const refused = {
    status: 400,
    body: { message: `At most ${most} tables can name one order` },
  }

  it('takes no other table, new or not', async () => {
    const { admin, floor } = banquet
    const { orderId } = await banquet.order(most)
    const spaceId = await floor.space()
    const name = 'one more'
    expect(await admin.post('/tables', { name, spaceId, orderId })).toMatchObject(refused)
    const id = await floor.create({ name, spaceId })
    const wanted = { name, spaceId, orderId }
    expect(await admin.put(`/tables/${id}`, wanted)).toMatchObject(refused)
    expect(await floor.inSpace(spaceId)).toMatchObject([{ id, orderId: null }])
  })

  it('stays with its tables when they are sent again', async () => {
    const { orderId, spaceId, tables } = await banquet.order(most)
    const wanted = { name: 'renamed', spaceId, orderId }
    const { status } = await banquet.admin.put(`/tables/${tables[0]}`, wanted)
    expect(status).toBe(200)
    expect(await banquet.naming(spaceId, orderId)).toBe(most)
  })

  it('takes another table once one has left it', async () => {
    const { admin, floor } = banquet
    const { orderId, spaceId, tables } = await banquet.order(most)
    expect((await admin.del(`/tables/${tables[0]}`)).status).toBe(204)
    await floor.create({ name: 'one more', spaceId, orderId })
    expect(await banquet.naming(spaceId, orderId)).toBe(most)
  })
})
