import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NewDish, openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { scaled } from '../../support/scale.ts'
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

const times = (count: number, dish: NewDish) => Array.from({ length: count }, () => dish)

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

describe('the total', () => {
  it('is exact: three dishes at 0.10 make 0.30', async () => {
    const { id } = await orderOf(serving(0.1), serving(0.1), serving(0.1))
    expect(await total(id)).toBe(0.3)
  })

  it('is calculated on request', async () => {
    const { id } = await orderOf(serving(0.1), serving(0.2))
    await restaurant.admin.put(`/orders/${id}`, {
      userId: shop.ownerId,
      status: 'closed',
      total: 77,
    })
    expect(await total(id)).toBe(77)
    const calculated = await restaurant.admin.put(
      `/orders/${id}/calculate-total`,
      undefined,
    )
    expect(calculated).toMatchObject({
      status: 200,
      body: { message: 'Order total updated successfully', total: 0.3 },
    })
    expect(await total(id)).toBe(0.3)
  })

  it('returns 400 when it would no longer be exact', async () => {
    const { id } = await orderOf(serving(2 ** 45), serving(2 ** 44))
    expect((await restaurant.addDishes(id, [serving(2 ** 45)])).status).toBe(400)
    const dishes = times(200, serving(2 ** 45))
    expect((await restaurant.addDishes(id, dishes)).status).toBe(400)
    expect(await total(id)).toBe(2 ** 45 + 2 ** 44)
  })

  it('is the sum of the lines after any sequence of dish operations', async () => {
    const cents = fc.integer({ min: 0, max: 100_000 })
    const operation = fc.oneof(
      fc.record({ add: fc.array(cents, { minLength: 1, maxLength: 5 }) }),
      fc.record({ change: fc.nat(20), to: cents }),
      fc.record({ remove: fc.nat(20) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 8 }), async (operations) => {
        const id = await restaurant.createOrder()
        const lines: { id: string; cents: number }[] = []
        for (const each of operations) {
          if ('add' in each) {
            await restaurant.addDishes(
              id,
              each.add.map((amount) => serving(amount / 100)),
            )
            const { dishes } = await restaurant.readCompleteOrder(id)
            const added = dishes.slice(lines.length)
            each.add.forEach((amount, at) => {
              lines.push({ id: added[at]?.id ?? '', cents: amount })
            })
          } else if (lines.length > 0) {
            const at = ('to' in each ? each.change : each.remove) % lines.length
            const line = path(id, lines[at]?.id ?? '')
            if ('to' in each) {
              await restaurant.admin.put(line, { priceAtOrder: each.to / 100 })
              lines[at] = { id: lines[at]?.id ?? '', cents: each.to }
            } else {
              await restaurant.admin.del(line)
              lines.splice(at, 1)
            }
          }
        }
        const sum = lines.reduce((all, line) => all + line.cents, 0)
        const { order, dishes } = await restaurant.readCompleteOrder(id)
        expect(order.total).toBe(sum / 100)
        expect(dishes.map((line: { id: string }) => line.id)).toEqual(
          lines.map((line) => line.id),
        )
      }),
      { numRuns: scaled(5, 15) },
    )
  })
})

describe('an order', () => {
  it('holds 1,000 dishes, and a thousand at 0.01 make 10', async () => {
    const id = await restaurant.createOrder()
    const dishId = await restaurant.createDish('n'.repeat(100))
    const wordy = serving(0.01, { dishId, notes: 'x'.repeat(190) })
    for (let call = 0; call < 5; call += 1) {
      expect((await restaurant.addDishes(id, times(200, wordy))).status).toBe(201)
    }
    expect(await total(id)).toBe(10)
    expect((await restaurant.readCompleteOrder(id)).dishes).toHaveLength(1_000)
    expect(await restaurant.addDishes(id, [serving()])).toMatchObject({
      status: 400,
      body: { message: 'An order holds at most 1,000 dishes' },
    })
    expect(await total(id)).toBe(10)
  })

  it('accepts 200 dishes in one call, also many different ones', async () => {
    const kinds = scaled(40, 200)
    const dishes = await Promise.all(
      Array.from({ length: kinds }, (_, at) => restaurant.createDish(`Dish ${at}`)),
    )
    const id = await restaurant.createOrder()
    const all = Array.from({ length: 200 }, (_, at) =>
      serving(1, { dishId: dishes[at % kinds] ?? '' }),
    )
    expect(await restaurant.addDishes(id, [...all, serving()])).toMatchObject({
      status: 400,
      body: { message: 'A call adds at most 200 dishes' },
    })
    expect((await restaurant.addDishes(id, all)).status).toBe(201)
    expect(await total(id)).toBe(200)
    expect((await restaurant.admin.del(`/dishes/${dishes[kinds - 1]}`)).status).toBe(400)
    expect((await restaurant.admin.del(`/orders/${id}`)).status).toBe(204)
    expect((await restaurant.admin.del(`/dishes/${dishes[kinds - 1]}`)).status).toBe(204)
  })

  it('returns 400 for notes that its record has no room for', async () => {
    const id = await restaurant.createOrder()
    const long = times(200, serving(1, { notes: 'x'.repeat(1_000) }))
    expect((await restaurant.addDishes(id, long)).status).toBe(201)
    expect(await restaurant.addDishes(id, long)).toMatchObject({
      status: 400,
      body: 'Failed to add dishes to order',
    })
    expect(await total(id)).toBe(200)
    expect((await restaurant.addDishes(id, [serving(1)])).status).toBe(201)
  })
})
