import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NewDish, openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let restaurant: Restaurant
let soup: string
beforeAll(async () => {
  shop = await openShop()
  restaurant = await openRestaurant(shop)
  soup = await restaurant.createDish('Soup')
})
afterAll(() => shop.close())

const serving = (priceAtOrder = 4.5, changes: Partial<NewDish> = {}): NewDish => ({
  dishId: soup,
  priceAtOrder,
  notes: '',
  ...changes,
})

/** An order with a line for each dish, and the ids of the lines. */
async function orderOf(...dishes: NewDish[]) {
  const id = await restaurant.createOrder()
  expect(await restaurant.addDishes(id, dishes)).toMatchObject({
    status: 201,
    body: { orderId: id, message: 'Dishes added to order successfully' },
  })
  const lines = (await restaurant.readCompleteOrder(id)).dishes
  return { id, lines: lines.map((line: { id: string }) => line.id) as string[] }
}

const total = async (id: string) => (await restaurant.readOrder(id)).total

const path = (id: string, line: string) => `/orders/${id}/dishes/${line}`

it('an unknown order returns 404, also when its dishes are invalid', async () => {
  const id = randomUUID()
  for (const dishId of [soup, randomUUID()]) {
    expect(await restaurant.addDishes(id, [serving(1, { dishId })])).toMatchObject({
      status: 404,
      body: { message: `Order ${id} not found` },
    })
  }
})

describe('dishes of an order', () => {
  it('are listed as a text when there are none', async () => {
    const id = await restaurant.createOrder()
    expect(await restaurant.admin.get(`/orders/${id}/dishes`)).toMatchObject({
      status: 200,
      body: 'No dishes found for this order',
    })
  })

  it('are listed in the order of their addition, with the status pending', async () => {
    const { id, lines } = await orderOf(serving(4.5), serving(3, { notes: 'hot' }))
    await restaurant.addDishes(id, [serving(0)])
    const line = {
      orderId: id,
      dishId: soup,
      status: 'pending',
      shouldPrepare: true,
      course: null,
    }
    expect((await restaurant.admin.get(`/orders/${id}/dishes`)).body).toEqual([
      { ...line, id: lines[0], priceAtOrder: 4.5, notes: '' },
      { ...line, id: lines[1], priceAtOrder: 3, notes: 'hot' },
      { ...line, id: expect.any(String), priceAtOrder: 0, notes: '' },
    ])
    expect(await total(id)).toBe(7.5)
  })

  it('are changed one by one, and keep the fields that are omitted', async () => {
    const { id, lines } = await orderOf(serving(1), serving(2, { notes: 'hot' }))
    const change = {
      dishId: randomUUID(),
      orderId: randomUUID(),
      priceAtOrder: 2.5,
      status: 'in_progress',
      shouldPrepare: false,
    }
    const [first, second = ''] = lines
    expect(await restaurant.admin.put(path(id, second), change)).toMatchObject({
      status: 200,
      body: {
        orderId: id,
        dishId: second,
        message: 'Order dish updated successfully',
      },
    })
    const dishes = async () => (await restaurant.readCompleteOrder(id)).dishes
    const changed = {
      id: second,
      orderId: id,
      dishId: soup,
      priceAtOrder: 2.5,
      notes: 'hot',
      status: 'in_progress',
      shouldPrepare: false,
      course: null,
    }
    expect(await dishes()).toEqual([
      expect.objectContaining({ id: first, priceAtOrder: 1 }),
      changed,
    ])
    expect(await total(id)).toBe(3.5)
    await restaurant.admin.put(path(id, second), { notes: null })
    expect((await dishes())[1]).toEqual({ ...changed, notes: null })
  })

  it.each([
    { status: 'burnt' },
    { status: null },
    { priceAtOrder: -1 },
    { priceAtOrder: '1' },
    { shouldPrepare: 'no' },
    { notes: 5 },
    { notes: 'x'.repeat(1_001) },
  ])('return 400 for the change %j', async (wrong) => {
    const { id, lines } = await orderOf(serving())
    const before = await restaurant.readCompleteOrder(id)
    expect(await restaurant.admin.put(path(id, lines[0] ?? ''), wrong)).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    })
    expect(await restaurant.readCompleteOrder(id)).toEqual(before)
  })

  it('are deleted one by one or all at once', async () => {
    const { id, lines } = await orderOf(serving(1), serving(2), serving(4))
    expect(await restaurant.admin.del(path(id, lines[1] ?? ''))).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await total(id)).toBe(5)
    for (let call = 0; call < 2; call += 1) {
      expect((await restaurant.admin.del(`/orders/${id}/dishes`)).status).toBe(204)
      expect(await restaurant.readCompleteOrder(id)).toMatchObject({
        order: { total: 0 },
        dishes: [],
      })
    }
  })

  it('can be addressed by the id of the menu dish if only one line has it', async () => {
    const stew = await restaurant.createDish('Stew')
    const { id } = await orderOf(serving(1), serving(2), serving(4, { dishId: stew }))
    expect(await restaurant.admin.put(path(id, stew), { priceAtOrder: 5 })).toMatchObject(
      {
        status: 200,
        body: { orderId: id, dishId: stew },
      },
    )
    expect(await total(id)).toBe(8)
    expect(await restaurant.admin.del(path(id, soup))).toMatchObject({
      status: 404,
      body: { message: `Order dish ${soup} not found` },
    })
    expect((await restaurant.admin.del(path(id, stew))).status).toBe(204)
    expect(await total(id)).toBe(3)
  })

  it('return 404 through another order', async () => {
    const { id } = await orderOf(serving())
    const { lines } = await orderOf(serving(1), serving(1))
    const line = lines[0] ?? ''
    for (const order of [id, randomUUID()]) {
      expect(await restaurant.admin.put(path(order, line), { notes: 'x' })).toMatchObject(
        {
          status: 404,
          body: { message: `Order dish ${line} not found in order ${order}` },
        },
      )
      expect(await restaurant.admin.del(path(order, line))).toMatchObject({
        status: 404,
        body: { message: `Order dish ${line} not found` },
      })
    }
  })

  it('are all added, or none', async () => {
    const { id } = await orderOf(serving(1))
    expect(await restaurant.addDishes(id, [])).toMatchObject({
      status: 400,
      body: 'No dishes provided',
    })
    for (const wrong of [
      { dishId: randomUUID() },
      { dishId: '' },
      { priceAtOrder: -0.01 },
      { notes: 'x'.repeat(1_001) },
    ]) {
      expect(
        await restaurant.addDishes(id, [serving(), serving(1, wrong)]),
      ).toMatchObject({
        status: 400,
        body: 'Failed to add dishes to order',
      })
    }
    expect(await restaurant.addDishes(id, { dishes: [] })).toMatchObject({ status: 400 })
    expect(await restaurant.readCompleteOrder(id)).toMatchObject({ order: { total: 1 } })
    expect((await restaurant.readCompleteOrder(id)).dishes).toHaveLength(1)
  })

  it('replace a total that was sent without dishes', async () => {
    const id = await restaurant.createOrder({ total: 45.5 })
    await restaurant.addDishes(id, [serving(10)])
    expect(await total(id)).toBe(10)
  })
})
