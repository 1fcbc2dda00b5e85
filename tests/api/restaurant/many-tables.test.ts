import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LargeOrders, openLargeOrders } from '../../support/large-orders.ts'
import { openShop, type Shop } from '../../support/shop.ts'

/** Most tables that may name one order. */
const maxTables = 47

let shop: Shop
let largeOrders: LargeOrders
beforeAll(async () => {
  shop = await openShop()
  largeOrders = await openLargeOrders(shop)
})
afterAll(() => shop.close())

/** A dish that no other test deletes. */
const nextDish = () => largeOrders.dishes.pop() ?? ''

describe(`an order with many dishes that ${maxTables} tables name`, () => {
  it('can be deleted: no table names it any more, and its dishes can be deleted', async () => {
    const { orderId, spaceId } = await largeOrders.createLargeOrder(maxTables)
    const dish = nextDish()
    expect(await largeOrders.deleteDish(dish)).toBe(400)
    expect((await largeOrders.admin.del(`/orders/${orderId}`)).status).toBe(204)
    expect(await largeOrders.countTablesNaming(spaceId, orderId)).toBe(0)
    expect(await largeOrders.diningRoom.readTablesOfSpace(spaceId)).toHaveLength(
      maxTables,
    )
    expect(await largeOrders.deleteDish(dish)).toBe(204)
  })

  it('leaves all of them when it moves and closes', async () => {
    const { orderId, spaceId } = await largeOrders.createLargeOrder(maxTables)
    const tableId = await largeOrders.createTable()
    const moved = await largeOrders.changeOrder(orderId, { status: 'closed', tableId })
    expect(moved.status).toBe(200)
    expect(await largeOrders.countTablesNaming(spaceId, orderId)).toBe(0)
    expect(await largeOrders.readOrder(orderId)).toMatchObject({
      status: 'closed',
      tableId,
    })
    expect(await largeOrders.deleteDish(nextDish())).toBe(204)
  })

  it('leaves all of them when it moves and is opened again', async () => {
    const { orderId, spaceId } = await largeOrders.createLargeOrder(maxTables)
    expect((await largeOrders.changeOrder(orderId, { status: 'closed' })).status).toBe(
      200,
    )
    const tableId = await largeOrders.createTable()
    expect((await largeOrders.changeOrder(orderId, { tableId })).status).toBe(200)
    expect(await largeOrders.countTablesNaming(spaceId, orderId)).toBe(0)
    expect(await largeOrders.readOrder(orderId)).toMatchObject({
      status: 'open',
      tableId,
    })
    const dish = nextDish()
    expect(await largeOrders.deleteDish(dish)).toBe(400)
    expect((await largeOrders.admin.del(`/orders/${orderId}`)).status).toBe(204)
    expect(await largeOrders.deleteDish(dish)).toBe(204)
  })

  it('keeps them when the move fails', async () => {
    const { orderId, spaceId } = await largeOrders.createLargeOrder(maxTables)
    expect((await largeOrders.changeOrder(orderId, { userId: orderId })).status).toBe(404)
    const unknown = { status: 'closed', tableId: orderId }
    expect((await largeOrders.changeOrder(orderId, unknown)).status).toBe(404)
    expect(await largeOrders.countTablesNaming(spaceId, orderId)).toBe(maxTables)
    expect(await largeOrders.deleteDish(nextDish())).toBe(400)
  })
})

describe(`an order that ${maxTables} tables name`, () => {
  const tooManyTables = {
    status: 400,
    body: { message: `At most ${maxTables} tables can name one order` },
  }

  it('returns 400 when a new or an existing table names it', async () => {
    const { admin, diningRoom } = largeOrders
    const { orderId } = await largeOrders.createLargeOrder(maxTables)
    const spaceId = await diningRoom.createSpace()
    const name = 'one more'
    expect(await admin.post('/tables', { name, spaceId, orderId })).toMatchObject(
      tooManyTables,
    )
    const id = await diningRoom.createTable({ name, spaceId })
    const input = { name, spaceId, orderId }
    expect(await admin.put(`/tables/${id}`, input)).toMatchObject(tooManyTables)
    expect(await diningRoom.readTablesOfSpace(spaceId)).toMatchObject([
      { id, orderId: null },
    ])
  })

  it('keeps its tables when an update repeats the order', async () => {
    const { orderId, spaceId, tables } = await largeOrders.createLargeOrder(maxTables)
    const input = { name: 'renamed', spaceId, orderId }
    const { status } = await largeOrders.admin.put(`/tables/${tables[0]}`, input)
    expect(status).toBe(200)
    expect(await largeOrders.countTablesNaming(spaceId, orderId)).toBe(maxTables)
  })

  it('accepts another table after one no longer names it', async () => {
    const { admin, diningRoom } = largeOrders
    const { orderId, spaceId, tables } = await largeOrders.createLargeOrder(maxTables)
    expect((await admin.del(`/tables/${tables[0]}`)).status).toBe(204)
    await diningRoom.createTable({ name: 'one more', spaceId, orderId })
    expect(await largeOrders.countTablesNaming(spaceId, orderId)).toBe(maxTables)
  })
})
