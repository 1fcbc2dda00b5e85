import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alreadyPaid, type Bills, openBills } from '../support/bills.ts'
import type { Answer } from '../support/client.ts'
import { scaled } from '../support/scale.ts'
import { readDay, tender } from '../support/selling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { newPaymentHash } from '../support/till.ts'

let shop: Shop
let bills: Bills
beforeAll(async () => {
  shop = await openShop()
  bills = await openBills(shop)
})
afterAll(() => shop.close())

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const withStatus = (answers: readonly Answer[], expected: number) =>
  answers.filter(({ status }) => status === expected)

const rounds = scaled(1, 30)

describe('parallel settlements of one bill', () => {
  it('make one ticket', async () => {
    const { tableId, orderId } = await bills.seat([100, 200])
    const before = await readDay()
    const answers = await times(8, () => bills.settle(orderId, 300))
    expect(withStatus(answers, 200)).toHaveLength(1)
    for (const answer of withStatus(answers, 409)) {
      expect(answer).toMatchObject(alreadyPaid)
    }
    expect(withStatus(answers, 409)).toHaveLength(7)
    expect((await readDay()).tickets).toBe(before.tickets + 1)
    expect(await bills.diningRoom.readTable(tableId)).toMatchObject({ orderId: null })
  })

  it('with one payment hash get one reply', async () => {
    const orderId = await bills.createBill([100])
    const tenders = [tender('BTC', 100, { paymentHash: newPaymentHash() })]
    const answers = await times(8, () => bills.settle(orderId, 0, { tenders }))
    expect(withStatus(answers, 200)).toHaveLength(8)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  it('of two bills with one payment hash pay one of them', async () => {
    const ids = [await bills.createBill([100]), await bills.createBill([100])]
    const tenders = [tender('BTC', 100, { paymentHash: newPaymentHash() })]
    const answers = await times(2, (at) => bills.settle(ids[at] ?? '', 0, { tenders }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const orders = await Promise.all(ids.map(bills.readOrder))
    expect(orders.map(({ status }) => status).sort()).toEqual(['open', 'paid'])
  })
})

const oneMore = () => [{ dishId: bills.soup, priceAtOrder: 2 }]

it('a bill that is settled while dishes are added is paid with those added before', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const id = await bills.createBill([100])
    const addUntilPaid = async () => {
      let added = 0
      for (; added < 5; added += 1) {
        const answer = await bills.addDishes(id, oneMore())
        if (answer.status !== 201) {
          expect(answer).toMatchObject(alreadyPaid)
          break
        }
      }
      return added
    }
    const settleUntilPaid = async () => {
      for (let cents = 100; ; ) {
        const { status, body } = await bills.settle(id, cents)
        if (status === 200) return cents
        expect(body.code).toBe('checkout_amounts_differ')
        cents = body.expectedCents
      }
    }
    const [cents, added] = await Promise.all([settleUntilPaid(), addUntilPaid()])
    expect(cents).toBe(100 + 200 * added)
    expect(await bills.addDishes(id, oneMore())).toMatchObject(alreadyPaid)
    expect(await bills.linesOf(id)).toHaveLength(1 + added)
    expect(await bills.readOrder(id)).toMatchObject({ total: cents / 100 })
  }
})

it('a bill that is split and merged while dishes change keeps all of them', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const id = await bills.createBill([1, 2, 4])
    const [first, second, third] = await bills.idsOf(id)
    const other = await bills.createBill([8])
    const change = (line: string | undefined) =>
      bills.admin.put(`/orders/${id}/dishes/${line}`, { notes: 'rare' })
    const answers = await Promise.all([
      bills.split(id, [first]),
      bills.addDishes(id, oneMore()),
      change(second),
      bills.merge(other, id),
      bills.addDishes(other, oneMore()),
      change(third),
      bills.addDishes(id, oneMore()),
    ])
    const [split] = answers
    const orders = [id, other, ...(split.status === 201 ? [split.body.id] : [])]
    const found = await Promise.all(
      orders.map((each) => bills.admin.get(`/orders/${each}/complete`)),
    )
    const lines = found.flatMap(({ body }) => body.dishes ?? [])
    const added = withStatus([answers[1], answers[4], answers[6]], 201).length
    expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length)
    const prices = lines.map((line) => Math.round(line.priceAtOrder * 100))
    expect(prices.sort((one, two) => one - two)).toEqual([
      1,
      2,
      4,
      8,
      ...Array(added).fill(200),
    ])
    const changed = withStatus([answers[2], answers[5]], 200).length
    expect(lines.filter(({ notes }) => notes === 'rare')).toHaveLength(changed)
  }
})

it('bills that are merged into each other end in one of them', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = [await bills.seat([1, 2]), await bills.seat([4])]
    const merges = await Promise.all([
      bills.merge(one.orderId, other.orderId),
      bills.merge(other.orderId, one.orderId),
    ])
    const merged = withStatus(merges, 200)
    expect(merged).toHaveLength(1)
    expect(await bills.readOrder(merged[0]?.body.id)).toMatchObject({ total: 0.07 })
    const named = await Promise.all(
      [one.tableId, other.tableId].map(bills.diningRoom.readTable),
    )
    expect(named.map(({ orderId }) => orderId).filter(Boolean)).toEqual([
      merged[0]?.body.id,
    ])
  }
})

it('of orders that move to one table, one gets it', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const seated = await times(3, () => bills.seat([100]))
    const tableId = await bills.createTable()
    const moves = await times(3, (at) => bills.move(seated[at]?.orderId ?? '', tableId))
    expect(withStatus(moves, 200)).toHaveLength(1)
    expect(withStatus(moves, 409)).toHaveLength(2)
    for (const [at, { tableId: before, orderId }] of seated.entries()) {
      const isThere = moves[at]?.status === 200
      const here = await bills.diningRoom.readTable(isThere ? tableId : before)
      expect(here).toMatchObject({ orderId, status: 'occupied' })
      expect(await bills.readOrder(orderId)).toMatchObject({ tableId: here.id })
    }
  }
})
