import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bills, openBills } from '../../support/bills.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill } from '../../support/till.ts'

let shop: Shop
let bills: Bills
beforeAll(async () => {
  shop = await openShop()
  bills = await openBills(shop)
})
afterAll(() => shop.close())

const tableOf = (id: string) => bills.diningRoom.readTable(id)

const invalid = { status: 400, body: { message: expect.any(String) } }

const payByHand = (id: string, status = 'paid') =>
  bills.admin.put(`/orders/${id}`, { userId: shop.ownerId, status, total: 1 })

describe('splitting a bill', () => {
  it('moves dishes with ids and state to a new order of the same table', async () => {
    const { tableId, orderId } = await bills.seat([100, 200, 400])
    const [first, second, third] = await bills.linesOf(orderId)
    const change = { status: 'done', notes: 'rare', shouldPrepare: false }
    await bills.admin.put(`/orders/${orderId}/dishes/${first?.id}`, change)
    const answer = await bills.split(orderId, [third?.id, first?.id])
    expect(answer).toMatchObject({
      status: 201,
      body: { message: 'Order split successfully' },
    })
    const { order, dishes } = await bills.readCompleteOrder(answer.body.id)
    expect(order).toMatchObject({
      tableId,
      userId: shop.ownerId,
      status: 'open',
      total: 5,
    })
    expect(dishes).toEqual([
      { ...first, ...change, orderId: order.id },
      { ...third, orderId: order.id },
    ])
    expect(await bills.readCompleteOrder(orderId)).toMatchObject({
      order: { total: 2 },
      dishes: [second],
    })
    expect((await bills.admin.get(`/orders/table/${tableId}`)).body).toHaveLength(2)
  })

  it('keeps both orders at the table, until the last one has left', async () => {
    const { tableId, orderId } = await bills.seat([100, 200, 400])
    const [second, third] = [
      await bills.splitFirst(orderId),
      await bills.splitFirst(orderId),
    ]
    expect(await tableOf(tableId)).toMatchObject({ orderId, status: 'occupied' })
    await bills.settle(orderId, 400)
    expect(await tableOf(tableId)).toMatchObject({ orderId: second, status: 'occupied' })
    await bills.settle(third, 200)
    expect(await tableOf(tableId)).toMatchObject({ orderId: second })
    expect((await bills.admin.del(`/orders/${second}`)).status).toBe(204)
    expect(await tableOf(tableId)).toMatchObject({ orderId: null, status: 'available' })
  })

  it('refuses all dishes, none, and dishes of other orders', async () => {
    const id = await bills.createBill([100, 200])
    const [other] = await bills.idsOf(await bills.createBill([100]))
    const all = await bills.idsOf(id)
    for (const dishIds of [all, [...all, ...all], [], [other], [all[0], other], 'x']) {
      expect(await bills.split(id, dishIds)).toMatchObject(invalid)
    }
    expect(await bills.idsOf(id)).toEqual(all)
  })
})

describe('merging bills', () => {
  it('moves all dishes, deletes the other order and leaves its table', async () => {
    const [here, there] = [await bills.seat([100]), await bills.seat([200, 400])]
    const lines = await bills.linesOf(there.orderId)
    expect(await bills.merge(here.orderId, there.orderId)).toMatchObject({
      status: 200,
      body: { id: here.orderId, message: 'Orders merged successfully' },
    })
    const { order, dishes } = await bills.readCompleteOrder(here.orderId)
    expect(order).toMatchObject({ tableId: here.tableId, total: 7 })
    expect(dishes.slice(1)).toEqual(
      lines.map((line) => ({ ...line, orderId: here.orderId })),
    )
    expect((await bills.admin.get(`/orders/${there.orderId}`)).status).toBe(404)
    expect(await tableOf(there.tableId)).toMatchObject({
      orderId: null,
      status: 'available',
    })
    expect(await tableOf(here.tableId)).toMatchObject({
      orderId: here.orderId,
      status: 'occupied',
    })
  })

  it('takes back what was split', async () => {
    const { tableId, orderId } = await bills.seat([100, 200])
    const part = await bills.splitFirst(orderId)
    // Into the new one, which takes the table over
    expect((await bills.merge(part, orderId)).status).toBe(200)
    expect(await tableOf(tableId)).toMatchObject({ orderId: part, status: 'occupied' })
    expect(await bills.idsOf(part)).toHaveLength(2)
  })

  it('gives the table to an order that sits there and that it did not name', async () => {
    const { tableId, orderId } = await bills.seat([100])
    const unnamed = await bills.createBill([200], { tableId })
    expect((await bills.merge(unnamed, orderId)).status).toBe(200)
    expect(await tableOf(tableId)).toMatchObject({ orderId: unnamed, status: 'occupied' })
  })

  it('refuses the same order, one that is not open or has a payment, and unknown ones', async () => {
    const id = await bills.createBill([100])
    const [closed, settled] = [await bills.createBill([1]), await bills.createBill([1])]
    const paid = await bills.createBill([1])
    await bills.pay(paid)
    await payByHand(closed, 'closed')
    await bills.settle(settled, 1)
    const till = await openTill(shop)
    const { orderId: sold } = (
      await till.checkout(till.cart(await till.createProduct(1)))
    ).body
    for (const other of [id, closed, paid, settled, sold, randomUUID(), 'x']) {
      expect(await bills.merge(id, other)).toMatchObject(invalid)
    }
    for (const each of [closed, paid]) {
      expect(await bills.merge(each, id)).toMatchObject(invalid)
    }
    expect(await bills.idsOf(id)).toHaveLength(1)
  })

  it('stops at 1,000 dishes', async () => {
    const [one, other] = [await bills.createBill([1]), await bills.createBill([1])]
    const dishes = Array.from({ length: 200 }, () => ({
      dishId: bills.soup,
      priceAtOrder: 0.01,
    }))
    for (const id of [other, one, one, one, one]) await bills.addDishes(id, dishes)
    expect(await bills.merge(one, other)).toMatchObject({
      status: 400,
      body: { message: 'An order holds at most 1,000 dishes' },
    })
  })
})

it('a bill of which every line is cancelled comes to nothing', async () => {
  const id = await bills.createBill([1_000])
  const [line] = await bills.linesOf(id)
  const path = `/orders/${id}/dishes/${line?.id}`
  await bills.admin.put(path, { status: 'cancelled' })
  expect(await bills.readOrder(id)).toMatchObject({ total: 0 })
  await bills.admin.put(path, { status: 'pending' })
  expect(await bills.readOrder(id)).toMatchObject({ total: 10 })
  await bills.admin.put(path, { status: 'cancelled', priceAtOrder: 4 })
  const calculated = await bills.admin.put(`/orders/${id}/calculate-total`)
  expect(calculated.status).toBe(200)
  expect((await bills.settle(id, 0)).status).toBe(200)
  expect(await bills.readOrder(id)).toMatchObject({ total: 0, status: 'paid' })
})
