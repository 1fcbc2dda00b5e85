import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Kitchen, type Ordered, openKitchen } from '../../support/dishes.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let kitchen: Kitchen
let soup: string
beforeAll(async () => {
  shop = await openShop()
  kitchen = await openKitchen(shop)
  soup = await kitchen.dish('Soup')
})
afterAll(() => shop.close())

const serving = (priceAtOrder = 4.5, changes: Partial<Ordered> = {}): Ordered => ({
  dishId: soup,
  priceAtOrder,
  notes: '',
  ...changes,
})

const times = (count: number, dish: Ordered) => Array.from({ length: count }, () => dish)

/** An order with a line for each dish, and the ids of the lines. */
async function orderOf(...dishes: Ordered[]) {
  const id = await kitchen.order()
  expect(await kitchen.add(id, dishes)).toMatchObject({
    status: 201,
    body: { orderId: id, message: 'Dishes added to order successfully' },
  })
  const lines = (await kitchen.complete(id)).dishes
  return { id, lines: lines.map((line: { id: string }) => line.id) as string[] }
}

const total = async (id: string) => (await kitchen.read(id)).total

const path = (id: string, line: string) => `/orders/${id}/dishes/${line}`

describe('the total', () => {
  it('is exact: three dishes at 0.10 make 0.30', async () => {
    const { id } = await orderOf(serving(0.1), serving(0.1), serving(0.1))
    expect(await total(id)).toBe(0.3)
  })

  it('is calculated on demand', async () => {
    const { id } = await orderOf(serving(0.1), serving(0.2))
    await kitchen.admin.put(`/orders/${id}`, {
      userId: shop.ownerId,
      status: 'closed',
      total: 77,
    })
    expect(await total(id)).toBe(77)
    const calculated = await kitchen.admin.put(`/orders/${id}/calculate-total`, undefined)
    expect(calculated).toMatchObject({
      status: 200,
      body: { message: 'Order total updated successfully', total: 0.3 },
    })
    expect(await total(id)).toBe(0.3)
  })

  it('stays within what is exact', async () => {
    const { id } = await orderOf(serving(2 ** 45), serving(2 ** 44))
    expect((await kitchen.add(id, [serving(2 ** 45)])).status).toBe(400)
    const dishes = times(200, serving(2 ** 45))
    expect((await kitchen.add(id, dishes)).status).toBe(400)
    expect(await total(id)).toBe(2 ** 45 + 2 ** 44)
  })

  it('is the sum of the lines after any dish operations', async () => {
    const cents = fc.integer({ min: 0, max: 100_000 })
    const operation = fc.oneof(
      fc.record({ add: fc.array(cents, { minLength: 1, maxLength: 5 }) }),
      fc.record({ change: fc.nat(20), to: cents }),
      fc.record({ remove: fc.nat(20) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 8 }), async (operations) => {
        const id = await kitchen.order()
        const lines: { id: string; cents: number }[] = []
        for (const each of operations) {
          if ('add' in each) {
            await kitchen.add(
              id,
              each.add.map((amount) => serving(amount / 100)),
            )
            const { dishes } = await kitchen.complete(id)
            const added = dishes.slice(lines.length)
            each.add.forEach((amount, at) => {
              lines.push({ id: added[at].id, cents: amount })
            })
          } else if (lines.length > 0) {
            const at = ('to' in each ? each.change : each.remove) % lines.length
            const line = path(id, lines[at]?.id ?? '')
            if ('to' in each) {
              await kitchen.admin.put(line, { priceAtOrder: each.to / 100 })
              lines[at] = { id: lines[at]?.id ?? '', cents: each.to }
            } else {
              await kitchen.admin.del(line)
              lines.splice(at, 1)
            }
          }
        }
        const sum = lines.reduce((all, line) => all + line.cents, 0)
        const { order, dishes } = await kitchen.complete(id)
        expect(order.total).toBe(sum / 100)
        expect(dishes.map((line: { id: string }) => line.id)).toEqual(
          lines.map((line) => line.id),
        )
      }),
      { numRuns: 15 },
    )
  }, 60_000)
})

describe('an order', () => {
  it('holds 1,000 dishes, and a thousand at 0.01 make 10', async () => {
    const id = await kitchen.order()
    const dishId = await kitchen.dish('n'.repeat(100))
    const wordy = serving(0.01, { dishId, notes: 'x'.repeat(190) })
    for (let call = 0; call < 5; call += 1) {
      expect((await kitchen.add(id, times(200, wordy))).status).toBe(201)
    }
    expect(await total(id)).toBe(10)
    expect((await kitchen.complete(id)).dishes).toHaveLength(1_000)
    expect(await kitchen.add(id, [serving()])).toMatchObject({
      status: 400,
      body: { message: 'An order holds at most 1,000 dishes' },
    })
    expect(await total(id)).toBe(10)
  })

  it('takes 200 dishes a call, which may all be different', async () => {
    const dishes = await Promise.all(
      Array.from({ length: 200 }, (_, at) => kitchen.dish(`Dish ${at}`)),
    )
    const id = await kitchen.order()
    const all = dishes.map((dishId) => serving(1, { dishId }))
    expect(await kitchen.add(id, [...all, serving()])).toMatchObject({
      status: 400,
      body: { message: 'A call adds at most 200 dishes' },
    })
    expect((await kitchen.add(id, all)).status).toBe(201)
    expect(await total(id)).toBe(200)
    expect((await kitchen.admin.del(`/dishes/${dishes[199]}`)).status).toBe(400)
    expect((await kitchen.admin.del(`/orders/${id}`)).status).toBe(204)
    expect((await kitchen.admin.del(`/dishes/${dishes[199]}`)).status).toBe(204)
  }, 60_000)

  it('whose notes outgrow its record takes no more of them', async () => {
    const id = await kitchen.order()
    const long = times(200, serving(1, { notes: 'x'.repeat(1_000) }))
    expect((await kitchen.add(id, long)).status).toBe(201)
    expect(await kitchen.add(id, long)).toMatchObject({
      status: 400,
      body: 'Failed to add dishes to order',
    })
    expect(await total(id)).toBe(200)
    expect((await kitchen.add(id, [serving(1)])).status).toBe(201)
  })
})
