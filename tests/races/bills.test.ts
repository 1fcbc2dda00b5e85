import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../infra/local/client.ts'
import { alreadyPaid, type Bills, openBills } from '../support/bills.ts'
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

const rounds = scaled(3, 30)

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
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    const orders = await Promise.all(ids.map(bills.readOrder))
    expect(orders.map(({ status }) => status).sort()).toEqual(['open', 'paid'])
  })
})

it('a bill that is settled while dishes are added is paid without them, or refused', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const id = await bills.createBill([100])
    const dish = [{ dishId: bills.soup, priceAtOrder: 2 }]
    const [settlement, addition] = await Promise.all([
      bills.settle(id, 100),
      bills.addDishes(id, dish),
    ])
    const isPaid = settlement.status === 200
    expect(addition).toMatchObject(isPaid ? alreadyPaid : { status: 201 })
    expect(await bills.readOrder(id)).toMatchObject(
      isPaid ? { status: 'paid', total: 1 } : { status: 'open', total: 3 },
    )
    if (!isPaid) expect(settlement.body).toMatchObject({ expectedCents: 300 })
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
