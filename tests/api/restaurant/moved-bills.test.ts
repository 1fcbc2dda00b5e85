import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alreadyPaid, type Bills, openBills } from '../../support/bills.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let bills: Bills
beforeAll(async () => {
  shop = await openShop()
  bills = await openBills(shop)
})
afterAll(() => shop.close())

const tableOf = (id: string) => bills.diningRoom.readTable(id)

describe('moving an order', () => {
  it('seats it at the other table and leaves its own', async () => {
    const { tableId, orderId } = await bills.seat([100])
    const other = await bills.createTable()
    expect(await bills.move(orderId, other)).toMatchObject({
      status: 200,
      body: { id: orderId },
    })
    expect(await bills.readOrder(orderId)).toMatchObject({ tableId: other })
    expect(await tableOf(other)).toMatchObject({ orderId, status: 'occupied' })
    expect(await tableOf(tableId)).toMatchObject({ orderId: null, status: 'available' })
    expect((await bills.admin.get(`/orders/table/${other}`)).body).toHaveLength(1)
    expect((await bills.move(orderId, other)).status).toBe(200)
    expect(await tableOf(other)).toMatchObject({ orderId, status: 'occupied' })
  })

  it('leaves the others of a split bill where they are', async () => {
    const { tableId, orderId } = await bills.seat([100, 200])
    const part = await bills.splitFirst(orderId)
    expect((await bills.move(orderId, tableId)).status).toBe(200)
    expect((await bills.move(orderId, await bills.createTable())).status).toBe(200)
    expect(await tableOf(tableId)).toMatchObject({ orderId: part, status: 'occupied' })
  })

  it('refuses tables that are taken, and unknown ones', async () => {
    const { tableId, orderId } = await bills.seat([100])
    const other = await bills.seat([100])
    const reserved = await bills.createTable({ status: 'reserved' })
    const occupied = await bills.createTable({ status: 'occupied' })
    const named = await bills.createTable({ orderId: other.orderId })
    for (const taken of [other.tableId, occupied, named]) {
      expect(await bills.move(orderId, taken)).toMatchObject({
        status: 409,
        body: { message: 'Table is occupied' },
      })
    }
    for (const unknown of [randomUUID(), 'x']) {
      expect(await bills.move(orderId, unknown)).toMatchObject({
        status: 404,
        body: { message: 'Table not found' },
      })
    }
    expect(await tableOf(tableId)).toMatchObject({ orderId })
    expect((await bills.move(orderId, reserved)).status).toBe(200)
  })
})

describe('split, merge and move', () => {
  it('refuse paid orders', async () => {
    const settled = await bills.createBill([1, 2])
    const [first] = await bills.idsOf(settled)
    await bills.settle(settled, 3)
    const open = await bills.createBill([1])
    expect(await bills.split(settled, [first])).toMatchObject(alreadyPaid)
    expect(await bills.merge(settled, open)).toMatchObject(alreadyPaid)
    expect(await bills.move(settled, await bills.createTable())).toMatchObject(
      alreadyPaid,
    )
  })

  it('know no other orders', async () => {
    const id = randomUUID()
    const notFound = { status: 404, body: { message: `Order ${id} not found` } }
    expect(await bills.split(id, ['x'])).toMatchObject(notFound)
    expect(await bills.merge(id, await bills.createBill([1]))).toMatchObject(notFound)
    expect(await bills.move(id, await bills.createTable())).toMatchObject(notFound)
  })

  it('refuse orders that more than 8 tables name', async () => {
    const { orderId } = await bills.seat([100])
    const named = Array.from({ length: 8 }, () => bills.createTable({ orderId }))
    await Promise.all(named)
    const tooMany = {
      status: 400,
      body: {
        message: 'At most 8 tables can name an order that is settled, merged or moved',
      },
    }
    expect(await bills.settle(orderId, 100)).toMatchObject(tooMany)
    expect(await bills.merge(await bills.createBill([1]), orderId)).toMatchObject(tooMany)
    expect(await bills.move(orderId, await bills.createTable())).toMatchObject(tooMany)
  })
})

it('a table that a client changes names what the client says, and nothing else', async () => {
  const { tableId, orderId } = await bills.seat([100, 200])
  const part = await bills.splitFirst(orderId)
  const table = await tableOf(tableId)
  expect(
    (await bills.admin.put(`/tables/${tableId}`, { ...table, orderId: part })).status,
  ).toBe(200)
  await bills.settle(part, 100)
  expect(await tableOf(tableId)).toMatchObject({ orderId: null, status: 'available' })
})
