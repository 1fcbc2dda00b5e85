import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { item, tender } from '../../support/selling.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let admin: Client
let till: Till
let restaurant: Restaurant
let coffee: string
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  till = await openTill(shop)
  restaurant = await openRestaurant(shop)
  coffee = await till.createProduct(1_000)
})
afterAll(() => shop.close())

const entries = async (kind: string, subjectId: string) =>
  (await admin.get(`/audit?kind=${kind}`)).body.filter(
    (entry: { subjectId: string }) => entry.subjectId === subjectId,
  )

const sell = async (changes: object) => {
  const { status, body } = await admin.post(
    '/store/orders/checkout',
    till.cart(coffee, 2, { amount: 4, ...changes }),
  )
  expect(status).toBe(201)
  return body
}

describe('the audit trail of sales', () => {
  it('has the discounts of a checkout, and no sale without one', async () => {
    const ofOrder = await sell({ discountAmount: 100 })
    const ofLine = await sell({ items: [item(coffee, { discountCents: 30 })] })
    const none = await sell({ amount: 5 })
    expect(await entries('discount', ofOrder.orderId)).toEqual([
      {
        id: expect.any(String),
        at: expect.stringMatching(/Z$/),
        kind: 'discount',
        userId: shop.ownerId,
        userName: owner.name,
        statedUserId: null,
        statedUserName: null,
        approvedBy: null,
        approvedByName: null,
        subjectId: ofOrder.orderId,
        subjectName: 'Receipt 1',
        before: null,
        after: { discountCents: 100, totalCents: 400 },
      },
    ])
    expect(await entries('discount', ofLine.orderId)).toMatchObject([
      { subjectName: 'Receipt 2', after: { discountCents: 30, totalCents: 400 } },
    ])
    expect(await entries('discount', none.orderId)).toEqual([])
  })

  it('names who gave a discount or sold in another name, and no refused one', async () => {
    const before = (await admin.get('/audit?kind=discount')).body.length
    const tenders = [tender('Cash', 150), tender('Debit Card', 100)]
    const cart = till.cart(coffee, 1, { discountAmount: 50, amount: 2.5 })
    const split = { ...cart, paymentMethodId: undefined, currencyId: undefined, tenders }
    expect((await till.checkout(split)).status).toBe(403)
    const staff = await staffOf(shop)
    const seller = await staff.createUser(await staff.createRole({ role: 'seller' }))
    const sold = { ...split, userId: seller.id }
    const { orderId } = (await admin.post('/store/orders/checkout', sold)).body
    const after = (await admin.get('/audit?kind=discount')).body
    expect(after).toHaveLength(before + 1)
    const [entry] = await entries('discount', orderId)
    expect(entry.userId).toBe(shop.ownerId)

    const inName = {
      userId: shop.ownerId,
      statedUserId: seller.id,
      statedUserName: seller.credentials.name,
      after: { userId: seller.id },
    }
    expect(await entries('order', orderId)).toMatchObject([inName])
    const dishId = await restaurant.createDish()
    const bill = await restaurant.createOrder()
    await restaurant.addDishes(bill, [{ dishId, priceAtOrder: 4.5 }])
    await admin.post(`/orders/${bill}/settle`, {
      userId: seller.id,
      tenders: [tender('Cash', 450)],
    })
    expect(await entries('order', bill)).toMatchObject([inName])
  })

  it('has dishes that were cancelled, set back, deleted or given another price', async () => {
    const orderId = await restaurant.createOrder()
    const dishId = await restaurant.createDish('Soup')
    const line = { dishId, priceAtOrder: 4.5 }
    await restaurant.addDishes(orderId, [line, line, line])
    const [first, second] = (await restaurant.readCompleteOrder(orderId)).dishes
    const change = (id: string | undefined, fields: object) =>
      admin.put(`/orders/${orderId}/dishes/${id}`, fields)
    for (const status of ['sent', 'pending', 'sent']) {
      await change(first?.id, { status, priceAtOrder: 4.5 })
    }
    expect(await entries('cancellation', orderId)).toEqual([])
    expect(await entries('order', orderId)).toMatchObject([
      { subjectName: 'Soup', before: { status: 'sent' }, after: { status: 'pending' } },
    ])
    await change(first?.id, { status: 'cancelled' })
    await change(first?.id, { status: 'cancelled', notes: 'cold' })
    await change(second?.id, { priceAtOrder: 4 })
    await admin.del(`/orders/${orderId}/dishes/${second?.id}`)
    await admin.del(`/orders/${orderId}/dishes`)
    await admin.del(`/orders/${orderId}/dishes`)
    await admin.del(`/orders/${orderId}`)
    const soup = { dishName: 'Soup', priceCents: 450 }
    const changes = (await entries('cancellation', orderId)).map(
      ({ before, after }: never) => [before, after],
    )
    expect(changes).toEqual([
      [
        { ...soup, status: 'sent' },
        { ...soup, status: 'cancelled' },
      ],
      [{ ...soup, priceCents: 400, status: 'pending' }, null],
      [
        // One of the two is cancelled.
        {
          dishes: 2,
          totalCents: 450,
          status: 'open',
          isPrinted: false,
          lines: [
            { ...soup, status: 'cancelled' },
            { ...soup, status: 'pending' },
          ],
        },
        { dishes: 0, totalCents: 0 },
      ],
      [{ dishes: 0, totalCents: 0, status: 'open', isPrinted: false, lines: [] }, null],
    ])
    expect(await entries('price', orderId)).toMatchObject([
      { before: soup, after: { ...soup, priceCents: 400 } },
    ])
  })

  it('has the reasons of cancellations', async () => {
    const orderId = await restaurant.createOrder()
    const dishId = await restaurant.createDish('Stew')
    const line = { dishId, priceAtOrder: 4.5 }
    await restaurant.addDishes(orderId, [line, line])
    const [first, second] = (await restaurant.readCompleteOrder(orderId)).dishes
    const path = (id?: string) => `/orders/${orderId}/dishes/${id}`
    await admin.put(path(first?.id), { status: 'cancelled', reason: ' burnt ' })
    await admin.del(`${path(second?.id)}?reason=cold`)
    await admin.del(`/orders/${orderId}?reason=they%20left`)
    const changes = (await entries('cancellation', orderId)).map(
      ({ after }: never) => after,
    )
    expect(changes).toEqual([
      { dishName: 'Stew', priceCents: 450, status: 'cancelled', reason: 'burnt' },
      { reason: 'cold' },
      { reason: 'they left' },
    ])
    const long = { status: 'cancelled', reason: 'x'.repeat(201) }
    expect((await admin.put(path(first?.id), long)).status).toBe(400)
  })

  it('has tickets that were cancelled or deleted', async () => {
    const { orderId, ticketId } = await sell({})
    const { number, ...ticket } = (await admin.get(`/tickets/${ticketId}`)).body
    await admin.put(`/tickets/${ticketId}`, { ...ticket, notes: 'mistake' })
    await admin.put(`/tickets/${ticketId}`, { ...ticket, status: 3 })
    await admin.del(`/tickets/${ticketId}`)
    const before = { orderId, number, totalCents: 400 }
    const changes = await entries('cancellation', ticketId)
    expect(changes.map(({ before, after }: never) => [before, after])).toEqual([
      [
        { ...before, status: 2 },
        { ...before, status: 3 },
      ],
      [{ ...before, status: 3 }, null],
    ])
    expect(changes[0].subjectName).toBe(`Receipt ${number}`)
  })

  it('has each Z report, whether POST or PUT closed the shift', async () => {
    const shifts = await shiftsOf(shop)
    const id = await shifts.createShift()
    await shifts.closeShift(id, { finalAmount: 90 })
    const { number, expectedTotal } = await shifts.zReport(id)
    await admin.put(`/shifts/${id}`, shifts.shiftInput({ endTime: null }))
    await admin.put(`/shifts/${id}`, shifts.shiftInput({ endTime: 'late' }))
    const [first, second] = await entries('z-report', id)
    expect(first).toMatchObject({
      userId: shop.ownerId,
      subjectName: `Z ${number}`,
      before: null,
      after: { expectedTotal, finalAmount: 90, difference: 90 - expectedTotal },
    })
    expect(second.subjectName).toBe(`Z ${number + 1}`)
    await shifts.deleteShifts()
  })
})
