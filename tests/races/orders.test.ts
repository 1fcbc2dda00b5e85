import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { conflict, type Fault, lostReply, throttle } from '../faults/fault.ts'
import { type FaultProxy, startFaultProxy } from '../faults/proxy.ts'
import type { Answer } from '../support/client.ts'
import { openRestaurant, type Restaurant } from '../support/dishes.ts'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'

let proxy: FaultProxy
let shop: Shop
let restaurant: Restaurant
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint })
  restaurant = await openRestaurant(shop)
})
afterEach(() => proxy.reset())
afterAll(async () => {
  await shop.close()
  proxy.close()
})

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const withStatus = (answers: readonly Answer[], expected: number) =>
  answers.filter(({ status }) => status === expected)

/** Reads the lines of an order; checks their sum against its total, also in the list. */
async function linesOf(order: string): Promise<{ id: string; priceAtOrder: number }[]> {
  const { order: current, dishes } = await restaurant.readCompleteOrder(order)
  const cents = dishes.map(({ priceAtOrder }: { priceAtOrder: number }) =>
    Math.round(priceAtOrder * 100),
  )
  const sum = cents.reduce((all: number, each: number) => all + each, 0)
  expect(Math.round(current.total * 100)).toBe(sum)
  const listed = (await restaurant.admin.get('/orders')).body
  expect(listed).toContainEqual(current)
  return dishes
}

const removeDish = (id: string) => restaurant.admin.del(`/dishes/${id}`)

const addOne = (order: string, dishId: string, priceAtOrder = 0.01) =>
  restaurant.addDishes(order, [{ dishId, priceAtOrder, notes: '' }])

const many = scaled(10, 100)

describe('parallel additions of dishes', () => {
  it('to one order are all in the order and in its total', async () => {
    const [order, dish] = [await restaurant.createOrder(), await restaurant.createDish()]
    proxy.reset()
    const answers = await times(many, (at) => addOne(order, dish, (at + 1) / 100))
    expect(withStatus(answers, 201)).toHaveLength(many)
    // No version conflicts: at most the same transaction was sent again
    const transactions = proxy
      .calls()
      .filter(({ operation }) => operation.startsWith('Transact'))
      .map(({ request }) => request.ClientRequestToken)
    expect(new Set(transactions).size).toBe(many)
    expect(await linesOf(order)).toHaveLength(many)
    expect((await restaurant.readOrder(order)).total).toBe((many * (many + 1)) / 200)
  })

  it.each<[string, Fault]>([
    ['conflicts', conflict],
    ['throttles', throttle],
    ['lost replies', lostReply],
  ])('are all in the order under %s', async (_, fault) => {
    const [order, dish] = [await restaurant.createOrder(), await restaurant.createDish()]
    for (const nth of [1, many / 5, many / 2, 0.9 * many]) {
      proxy.inject({ operation: 'TransactWriteItems', nth, times: 8, fault })
    }
    const answers = await times(many, () => addOne(order, dish, 0.1))
    expect(withStatus(answers, 201)).toHaveLength(many)
    expect(await linesOf(order)).toHaveLength(many)
    expect((await restaurant.readOrder(order)).total).toBe(many / 10)
    expect((await removeDish(dish)).status).toBe(400)
    expect((await restaurant.admin.del(`/orders/${order}/dishes`)).status).toBe(204)
    expect((await removeDish(dish)).status).toBe(204)
  })

  it('are all in the order when transactions conflict as on AWS', async () => {
    const [order, dish] = [await restaurant.createOrder(), await restaurant.createDish()]
    let lockedUntilMs = 0
    const isLocked = () => {
      const nowMs = performance.now()
      if (nowMs < lockedUntilMs) return true
      lockedUntilMs = nowMs + 20
      return false
    }
    proxy.inject({
      operation: 'TransactWriteItems',
      when: isLocked,
      times: 100_000,
      fault: conflict,
    })
    const answers = await times(many, () => addOne(order, dish))
    proxy.reset()
    expect(withStatus(answers, 201)).toHaveLength(many)
    expect(await linesOf(order)).toHaveLength(many)
  })

  it('to an order with 990 lines stop at 1,000 lines', async () => {
    const [order, dish] = [await restaurant.createOrder(), await restaurant.createDish()]
    const lines = (count: number) =>
      Array.from({ length: count }, () => ({ dishId: dish, priceAtOrder: 0.01 }))
    for (const count of [200, 200, 200, 200, 190])
      await restaurant.addDishes(order, lines(count))
    const refused = scaled(4, 20)
    const answers = await times(10 + refused, () => addOne(order, dish))
    expect(withStatus(answers, 201)).toHaveLength(10)
    expect(withStatus(answers, 400)).toHaveLength(refused)
    expect(await linesOf(order)).toHaveLength(1_000)
  })
})

describe('parallel changes of one order', () => {
  it('of all kinds leave the sum of its lines as its total', async () => {
    const [order, dish] = [await restaurant.createOrder(), await restaurant.createDish()]
    await times(20, () => addOne(order, dish, 1))
    const lines = await linesOf(order)
    const { admin } = restaurant
    await Promise.all(
      lines.map(({ id }, at) => {
        const line = `/orders/${order}/dishes/${id}`
        if (at % 4 === 0) return addOne(order, dish, 3)
        if (at % 4 === 1) return admin.put(line, { priceAtOrder: 2 })
        if (at % 4 === 2) return admin.del(line)
        return admin.put(`/orders/${order}/calculate-total`, undefined)
      }),
    )
    expect(await linesOf(order)).toHaveLength(20)
    expect((await restaurant.readOrder(order)).total).toBe(5 * 1 + 5 * 1 + 5 * 2 + 5 * 3)
  })

  it('delete a line once', async () => {
    const [order, dish] = [await restaurant.createOrder(), await restaurant.createDish()]
    await addOne(order, dish, 5)
    await addOne(order, dish, 7)
    const [line] = await linesOf(order)
    const answers = await times(20, () =>
      restaurant.admin.del(`/orders/${order}/dishes/${line?.id}`),
    )
    expect(withStatus(answers, 204)).toHaveLength(1)
    expect(withStatus(answers, 404)).toHaveLength(19)
    expect((await restaurant.readOrder(order)).total).toBe(7)
  })
})

describe('a dish that is deleted', () => {
  it('while orders add it is either deleted or in use', async () => {
    for (let round = 0; round < scaled(2, 5); round += 1) {
      const [order, dish] = [
        await restaurant.createOrder(),
        await restaurant.createDish(),
      ]
      const [removal, ...additions] = await Promise.all([
        removeDish(dish),
        ...Array.from({ length: 5 }, () => addOne(order, dish)),
      ])
      const added = withStatus(additions, 201).length
      expect(added).toBe(removal?.status === 204 ? 0 : 5)
      expect(removal?.status === 204 || removal?.status === 400).toBe(true)
    }
  })

  it('while its order opens and closes has an exact count', async () => {
    const [order, dish] = [await restaurant.createOrder(), await restaurant.createDish()]
    await addOne(order, dish)
    const changeStatus = (status: string) =>
      restaurant.admin.put(`/orders/${order}`, { userId: shop.ownerId, status, total: 1 })
    await times(15, async (at) => {
      if (at % 3 === 2) await addOne(order, dish)
      else await changeStatus(at % 3 === 0 ? 'open' : 'paid')
    })
    await changeStatus('open')
    expect((await removeDish(dish)).status).toBe(400)
    await changeStatus('closed')
    expect((await removeDish(dish)).status).toBe(204)
  })
})

it('an order that is deleted while dishes are added is deleted with them', async () => {
  const [order, dish] = [await restaurant.createOrder(), await restaurant.createDish()]
  const [removal, ...additions] = await Promise.all([
    restaurant.admin.del(`/orders/${order}`),
    ...Array.from({ length: 10 }, () => addOne(order, dish)),
  ])
  expect(removal?.status).toBe(204)
  for (const { status } of additions) expect([201, 404]).toContain(status)
  expect((await restaurant.admin.get(`/orders/${order}`)).status).toBe(404)
  expect((await removeDish(dish)).status).toBe(204)
})
