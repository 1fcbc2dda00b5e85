import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let restaurant: Restaurant
let cook: Client
let drinks: string
let soup: string
let wine: string
beforeAll(async () => {
  shop = await openShop()
  restaurant = await openRestaurant(shop)
  cook = await shop.userWith('orders_read', 'orders_update')
  drinks = await restaurant.createCategory()
  soup = await restaurant.createDish('Soup')
  wine = await restaurant.createDish('Wine', drinks)
})
afterAll(() => shop.close())

/** A table's order of two soups and a wine, with the ids of these lines. */
async function newOrder() {
  const orderId = await restaurant.createOrder({
    tableId: await restaurant.createTable(),
  })
  await restaurant.addDishes(orderId, [
    { dishId: soup, priceAtOrder: 4.5, notes: 'no nuts' },
    { dishId: soup, priceAtOrder: 4.5 },
    { dishId: wine, priceAtOrder: 3 },
  ])
  return { orderId, lineIds: await lineIdsOf(orderId) }
}

const lineIdsOf = async (orderId: string) =>
  (await restaurant.readCompleteOrder(orderId)).dishes.map(({ id }) => id)

const fire = async (orderId: string, dishIds?: readonly string[]) => {
  const { body } = await cook.post(`/orders/${orderId}/fire`, { dishIds, onScreen: true })
  expect(body).toMatchObject({ printers: [] })
}

const bump = (orderId: string, dishIds: readonly string[], status = 'done') =>
  cook.put(`/orders/${orderId}/kitchen`, { dishIds, status })

const settle = (orderId: string, cents: number) =>
  restaurant.admin.post(`/orders/${orderId}/settle`, {
    userId: shop.ownerId,
    tenders: [tender('Cash', cents)],
  })

const inKitchen = async (id: string) => {
  const { status, body } = await cook.get('/orders/kitchen')
  expect(status).toBe(200)
  return body.find((order: { id: string }) => order.id === id)
}

const statusesOf = async (id: string) =>
  (await inKitchen(id))?.lines.map((line: { status: string }) => line.status)

describe('GET /orders/kitchen', () => {
  it('has what was sent, without prices, once it was sent', async () => {
    const { orderId, lineIds } = await newOrder()
    expect(await inKitchen(orderId)).toBeUndefined()
    const beforeMs = Date.now() - 1_000
    await fire(orderId, lineIds.slice(0, 1))
    const order = await inKitchen(orderId)
    expect(order).toMatchObject({
      tableName: 'T1',
      userName: 'Ana',
      roomName: expect.stringContaining('-'),
    })
    expect(order.lines).toEqual([
      {
        id: lineIds[0],
        dishId: soup,
        name: 'Soup',
        categoryId: expect.any(String),
        modifiers: [],
        notes: 'no nuts',
        status: 'sent',
        course: null,
        firedAt: expect.any(String),
      },
    ])
    expect(Date.parse(order.lines[0].firedAt)).toBeGreaterThanOrEqual(beforeMs)
  })

  it('has a cancelled line only if the kitchen had been sent it', async () => {
    const { orderId, lineIds } = await newOrder()
    await fire(orderId, lineIds.slice(0, 1))
    for (const id of lineIds.slice(0, 2)) {
      await cook.put(`/orders/${orderId}/dishes/${id}`, { status: 'cancelled' })
    }
    expect(await statusesOf(orderId)).toEqual(['cancelled'])
  })

  it('has lines of bills that were settled, split or merged, or sent by hand', async () => {
    const { orderId, lineIds } = await newOrder()
    await fire(orderId)
    const wineId = lineIds.slice(2)
    const split = await cook.post(`/orders/${orderId}/split`, { dishIds: wineId })
    const other = split.body.id
    expect(await statusesOf(orderId)).toEqual(['sent', 'sent'])
    expect(await statusesOf(other)).toEqual(['sent'])
    expect((await settle(other, 300)).status).toBe(200)
    expect(await statusesOf(other)).toEqual(['sent'])

    const next = await newOrder()
    await cook.put(`/orders/${next.orderId}/dishes/${next.lineIds[2]}`, {
      status: 'sent',
    })
    expect(await inKitchen(next.orderId)).toMatchObject({
      lines: [{ name: 'Wine', categoryId: drinks, firedAt: expect.any(String) }],
    })
    const last = await newOrder()
    await cook.post(`/orders/${last.orderId}/merge`, { orderId: next.orderId })
    expect(await statusesOf(last.orderId)).toEqual(['sent'])
    expect(await inKitchen(next.orderId)).toBeUndefined()
  })
})

describe('PUT /orders/{id}/kitchen', () => {
  it('bumps and recalls several lines at once, also of a settled bill', async () => {
    const { orderId, lineIds } = await newOrder()
    await fire(orderId)
    expect((await settle(orderId, 1_200)).status).toBe(200)
    const total = (await restaurant.readOrder(orderId)).total
    expect(await bump(orderId, lineIds.slice(0, 2))).toMatchObject({
      status: 200,
      body: { id: orderId },
    })
    expect(await statusesOf(orderId)).toEqual(['done', 'done', 'sent'])
    await bump(orderId, lineIds)
    expect(await statusesOf(orderId)).toEqual(['done', 'done', 'done'])
    await bump(orderId, lineIds.slice(1, 2), 'in_progress')
    expect(await statusesOf(orderId)).toEqual(['done', 'in_progress', 'done'])
    expect((await restaurant.readOrder(orderId)).total).toBe(total)
  })

  it('loses no bump of several at once', async () => {
    const { orderId, lineIds } = await newOrder()
    await fire(orderId)
    await Promise.all(lineIds.map((id) => bump(orderId, [id])))
    expect(await statusesOf(orderId)).toEqual(['done', 'done', 'done'])
  })

  it('refuses what the kitchen was not sent, and changes nothing', async () => {
    const { orderId, lineIds } = await newOrder()
    await fire(orderId, lineIds.slice(0, 2))
    await cook.put(`/orders/${orderId}/dishes/${lineIds[1]}`, { status: 'cancelled' })
    const [soupId = '', cancelled = '', pending = ''] = lineIds
    for (const other of [cancelled, pending, soup]) {
      expect((await bump(orderId, [soupId, other])).status).toBe(400)
    }
    for (const status of ['pending', 'cancelled', 'eaten']) {
      expect((await bump(orderId, [soupId], status)).status).toBe(400)
    }
    expect(await statusesOf(orderId)).toEqual(['sent', 'cancelled'])
    expect((await bump(soup, lineIds)).status).toBe(404)
  })
})
