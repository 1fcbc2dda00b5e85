import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBills } from '../../support/bills.ts'
import { refused, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { newPaymentHash } from '../../support/till.ts'

let shop: Shop
let bills: Awaited<ReturnType<typeof openBills>>
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  bills = await openBills(shop)
})
afterAll(() => shop.close())
beforeEach(() => round(5))

const round = async (cashRoundingCents: number) => {
  const body = { businessName: 'Corner Shop', cashRoundingCents }
  expect(await bills.admin.put('/config', body)).toMatchObject({ status: 200 })
}
const settle = (orderId: string, tenders: readonly object[], terms: object = {}) =>
  bills.waiter.post(`/orders/${orderId}/settle`, {
    tenders,
    userId: shop.ownerId,
    ...terms,
  })
const orderOf = async (id: string) => (await bills.admin.get(`/orders/${id}`)).body

describe('a bill', () => {
  it('may be paid in cash to the nearest multiple, and keeps its total', async () => {
    const id = await bills.createBill([499, 499])
    const tenders = [tender('Cash', 1_000, { givenCents: 1_500 })]
    expect(await settle(id, tenders)).toMatchObject({
      status: 200,
      body: { changeCents: 500 },
    })
    expect(await orderOf(id)).toMatchObject({ total: 9.98, roundingCents: 2 })
  })

  it('is rounded in each of the parts that it is split into', async () => {
    const id = await bills.createBill([333, 333, 333])
    const [line] = await bills.idsOf(id)
    const { body } = await bills.waiter.post(`/orders/${id}/split`, { dishIds: [line] })
    expect(await settle(body.id, [tender('Cash', 335)])).toMatchObject({ status: 200 })
    const rest = [tender('Credit Card', 300), tender('Cash', 365)]
    expect(await settle(id, rest)).toMatchObject({ status: 200 })
    expect(await orderOf(body.id)).toMatchObject({ total: 3.33, roundingCents: 2 })
    expect(await orderOf(id)).toMatchObject({ total: 6.66, roundingCents: -1 })
  })

  it('may be paid exactly; what is neither says what is due', async () => {
    const id = await bills.createBill([998])
    for (const cents of [995, 999, 1_005]) {
      expect(await settle(id, [tender('Cash', cents)])).toMatchObject(
        refused('checkout_amounts_differ', { expectedCents: 998 }),
      )
    }
    expect(await settle(id, [tender('Cash', 998)])).toMatchObject({ status: 200 })
    expect(await orderOf(id)).toMatchObject({ roundingCents: 0 })
  })

  it('of a tip alone may leave nothing to pay', async () => {
    const id = await bills.createBill([])
    await bills.addDishes(id, [{ dishId: bills.soup, priceAtOrder: 4 }])
    const [line] = await bills.idsOf(id)
    const dish = { dishId: bills.soup, priceAtOrder: 4, notes: '', shouldPrepare: true }
    await bills.admin.put(`/orders/${id}/dishes/${line}`, {
      ...dish,
      status: 'cancelled',
    })
    const answer = await settle(id, [tender('Cash', 0)], { tipAmount: 0.02 })
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
    expect(await orderOf(id)).toMatchObject({
      total: 0.02,
      tipAmount: 0.02,
      roundingCents: -2,
    })
  })

  it('answers the same settlement of a paid hash again, and no other', async () => {
    const id = await bills.createBill([998])
    const paymentHash = newPaymentHash()
    const tenders = [tender('BTC', 900, { paymentHash }), tender('Cash', 100)]
    const asAdmin = (cash: object[]) =>
      bills.admin.post(`/orders/${id}/settle`, { tenders: cash, userId: shop.ownerId })
    const first = await asAdmin(tenders)
    expect(first).toMatchObject({ status: 200 })
    expect(await asAdmin(tenders)).toMatchObject({ status: 200, body: first.body })
    const exact = [tender('BTC', 900, { paymentHash }), tender('Cash', 98)]
    expect(await asAdmin(exact)).toMatchObject({ status: 409 })
  })

  it('is given back rounded, in all as it was paid', async () => {
    const id = await bills.createBill([499, 498])
    await settle(id, [tender('Cash', 995)])
    const [line] = await bills.idsOf(id)
    const refund = (body: object) => bills.admin.post(`/orders/${id}/refund`, body)
    expect(await refund({ items: [{ orderDishId: line }] })).toMatchObject({
      status: 200,
      body: { amountCents: 499, roundingCents: -1 },
    })
    expect(await refund({})).toMatchObject({
      status: 200,
      body: { amountCents: 498, roundingCents: 3, status: 'refunded' },
    })
    expect((await bills.admin.get('/reports')).body).toMatchObject({
      totalRefundedCents: 997,
    })
  })
})
