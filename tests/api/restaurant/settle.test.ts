import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bills, openBills } from '../../support/bills.ts'
import { readDay, refused, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { newPaymentHash, openTill } from '../../support/till.ts'

let shop: Shop
let bills: Bills
beforeAll(async () => {
  shop = await openShop()
  bills = await openBills(shop)
})
afterAll(() => shop.close())

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

/** Settles a bill and returns the reply. */
const settled = async (...args: Parameters<Bills['settle']>) => {
  const { status, body } = await bills.settle(...args)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('settling a bill', () => {
  it('makes a numbered ticket, payments and a paid order, and frees its table', async () => {
    const { admin } = bills
    const { tableId, orderId } = await bills.seat([1_000, 450])
    const before = await readDay()
    const tenders = [
      tender('Cash', 1_000, { givenCents: 2_000 }),
      tender('Debit Card', 450, { transactionId: 'slip 1' }),
    ]
    const body = await settled(orderId, 0, { tenders })
    expect(body).toEqual({
      orderId,
      ticketId: uuid,
      paymentIds: [uuid, uuid],
      changeCents: 1_000,
    })
    const order = (await admin.get(`/orders/${orderId}`)).body
    expect(order).toMatchObject({ status: 'paid', total: 14.5, discountAmount: 0 })
    const number = before.lastNumber === null ? 1 : before.lastNumber + 1
    expect(order.number).toBe(number)
    const listed = [
      ...(await admin.get('/orders')).body,
      (await bills.readCompleteOrder(orderId)).order,
    ].filter(({ id }) => id === orderId)
    expect(listed).toMatchObject([{ number }, { number }])
    expect((await admin.get(`/tickets/${body.ticketId}`)).body).toMatchObject({
      orderId,
      number,
      status: 2,
      totalAmount: 14.5,
      userId: shop.ownerId,
    })
    const payments = await Promise.all(
      body.paymentIds.map(
        async (id: string) => (await admin.get(`/payments/${id}`)).body,
      ),
    )
    expect(payments).toMatchObject([
      { amount: 10 },
      { amount: 4.5, transactionId: 'slip 1' },
    ])
    expect(await bills.diningRoom.readTable(tableId)).toMatchObject({
      orderId: null,
      status: 'available',
    })
    expect(await readDay()).toMatchObject({ tickets: before.tickets + 1 })
  })

  it('keeps what was paid for each dish, and what the dish was called then', async () => {
    const dishId = await bills.createDish('Chowder')
    const id = await bills.createBill([1_000])
    await bills.addDishes(id, [{ dishId, priceAtOrder: 3 }])
    const [, open] = await bills.linesOf(id)
    expect(open).not.toHaveProperty('paidCents')
    expect(open).not.toHaveProperty('dishName')
    await settled(id, 1_170, { discountAmount: 130 })
    const { body: dish } = await bills.admin.get(`/dishes/${dishId}`)
    await bills.admin.put(`/dishes/${dishId}`, { ...dish, name: 'Soup' })
    expect(await bills.linesOf(id)).toMatchObject([
      { paidCents: 900 },
      { dishName: 'Chowder', paidCents: 270 },
    ])
  })

  it('leaves out cancelled lines, which then cost nothing', async () => {
    const id = await bills.createBill([1_000, 300])
    const [, line] = await bills.linesOf(id)
    await bills.admin.put(`/orders/${id}/dishes/${line?.id}`, { status: 'cancelled' })
    expect(await bills.settle(id, 1_300)).toMatchObject(
      refused('checkout_amounts_differ', { expectedCents: 1_000 }),
    )
    await settled(id, 1_000)
    expect(await bills.linesOf(id)).toMatchObject([
      { priceAtOrder: 10 },
      { priceAtOrder: 0, status: 'cancelled' },
    ])
    expect(await bills.readOrder(id)).toMatchObject({ total: 10 })
  })

  it('takes a discount and a tip', async () => {
    const id = await bills.createBill([1_000, 500])
    await settled(id, 1_500, { discountAmount: 150.5, tipAmount: 1.5 })
    expect(await bills.readOrder(id)).toMatchObject({
      total: 15,
      discountAmount: 150,
      tipAmount: 1.5,
    })
    const report = (await bills.admin.get('/reports')).body
    const lines = report.sales.filter(
      ({ orderId }: { orderId: string }) => orderId === id,
    )
    expect(lines).toMatchObject([
      { priceAtOrder: 1_000, discountCents: 100, paidCents: 900 },
      { priceAtOrder: 500, discountCents: 50, paidCents: 450 },
    ])
    const { body: entries } = await bills.admin.get('/audit?kind=discount')
    expect(entries).toContainEqual(
      expect.objectContaining({
        subjectId: id,
        after: { discountCents: 150, totalCents: 1_500 },
      }),
    )
  })

  it('counts at its menu no more than before it', async () => {
    const dishId = await bills.createDish()
    const id = await bills.createOrder()
    await bills.addDishes(id, [{ dishId, priceAtOrder: 1 }])
    expect((await bills.admin.del(`/dishes/${dishId}`)).status).toBe(400)
    await settled(id, 100)
    expect((await bills.admin.del(`/dishes/${dishId}`)).status).toBe(204)
  })

  it('of free dishes takes one tender of 0', async () => {
    const id = await bills.createBill([0])
    await settled(id, 0)
    expect(await bills.readOrder(id)).toMatchObject({ status: 'paid', total: 0 })
  })

  it('is admitted with orders_update too, and a discount needs orders_discount', async () => {
    const id = await bills.createBill([100])
    const body = {
      tenders: [tender('Cash', 99)],
      userId: shop.ownerId,
      discountAmount: 1,
    }
    const path = `/orders/${id}/settle`
    const denied = { status: 403, body: { message: 'Permission required' } }
    expect(await bills.waiter.post(path, body)).toMatchObject(denied)
    const reader = await shop.userWith('orders_read')
    expect(await reader.post(path, body)).toMatchObject(denied)
    const other = await shop.userWith('orders_update', 'orders_discount')
    expect(await other.post(path, body)).toMatchObject({ status: 200 })
    const plain = { tenders: [tender('Cash', 100)], userId: shop.ownerId }
    expect(
      await bills.waiter.post(`/orders/${await bills.createBill([100])}/settle`, plain),
    ).toMatchObject({ status: 200 })
  })

  it('is kept under an Idempotency-Key', async () => {
    const id = await bills.createBill([100])
    const key = { 'Idempotency-Key': randomUUID() }
    const body = { tenders: [tender('Cash', 100)], userId: shop.ownerId }
    const first = await bills.waiter.post(`/orders/${id}/settle`, body, key)
    expect(first).toMatchObject({ status: 200 })
    expect(await bills.waiter.post(`/orders/${id}/settle`, body, key)).toMatchObject({
      status: 200,
      body: first.body,
    })
  })
})

describe('a Lightning tender', () => {
  it('has one sale by its hash, in the restaurant and in the store', async () => {
    const till = await openTill(shop)
    const paymentHash = newPaymentHash()
    const tenders = [
      tender('Cash', 40),
      tender('BTC', 60, { paymentHash, satoshiAmount: 600 }),
    ]
    const id = await bills.createBill([100])
    const first = await settled(id, 0, { tenders })
    expect(await settled(id, 0, { tenders })).toEqual(first)
    const coffee = await till.createProduct(1)
    expect(await till.checkout(till.cart(coffee, 1, { paymentHash }))).toMatchObject({
      status: 409,
      body: { code: 'payment_already_sold' },
    })
    expect(await till.stockOf(coffee)).toBe(1)
    const row = (await bills.admin.get('/orders/with-payments')).body.find(
      (each: { id: string }) => each.id === id,
    )
    expect(row).toMatchObject({
      status: 'paid',
      number: expect.any(Number),
      paymentHash,
      satoshiAmount: 600,
      paymentMethod: 'Cash,BTC',
      items: [],
    })
  })

  it('that the store has sold settles no bill', async () => {
    const till = await openTill(shop)
    const paymentHash = newPaymentHash()
    const coffee = await till.createProduct(1)
    await till.checkout(till.cart(coffee, 1, { paymentHash }))
    const id = await bills.createBill([250])
    const tenders = [tender('BTC', 250, { paymentHash })]
    expect(await bills.settle(id, 0, { tenders })).toMatchObject({
      status: 409,
      body: {
        message: 'Payment was used for another sale',
        code: 'payment_already_sold',
      },
    })
    expect(await bills.readOrder(id)).toMatchObject({ status: 'open' })
  })
})

describe('taxes of a bill', () => {
  const addTax = async (name: string, ratePercent: number, isDefault = false) =>
    (await bills.admin.post('/taxes', { name, ratePercent, isDefault })).body.id

  it('are those of its dishes, or the default, and stay as they were sold', async () => {
    const { admin } = bills
    const vat = await addTax('VAT', 16, true)
    const low = await addTax('Low', 8)
    const category = await bills.createCategory()
    const wine = { name: 'Wine', price: 5, categoryId: category, taxId: low }
    const dishId = (await admin.post('/dishes', wine)).body.id
    const gone = (await admin.post('/dishes', { ...wine, name: 'Gone' })).body.id
    const id = await bills.createBill([1_160])
    await bills.addDishes(id, [
      { dishId, priceAtOrder: 10.8 },
      { dishId: gone, priceAtOrder: 5.4 },
    ])
    // A dish that leaves the menu while the order is closed keeps its tax
    const order = { userId: shop.ownerId, status: 'closed', total: 1 }
    await admin.put(`/orders/${id}`, order)
    expect((await admin.del(`/dishes/${gone}`)).status).toBe(204)
    await settled(id, 2_780)
    const taxes = [
      { name: 'VAT', ratePercent: 16, netCents: 1_000, taxCents: 160 },
      { name: 'Low', ratePercent: 8, netCents: 1_500, taxCents: 120 },
    ]
    expect((await admin.get(`/orders/${id}`)).body).toMatchObject({ taxes })
    await admin.put(`/taxes/${vat}`, { ratePercent: 20 })
    expect((await admin.get(`/orders/${id}`)).body).toMatchObject({ taxes })
    const config = (await admin.get('/config')).body
    await admin.put('/config', { ...config, pricesIncludeTax: false })
    const added = await bills.createBill([1_000])
    await settled(added, 1_200)
    expect((await admin.get(`/orders/${added}`)).body).toMatchObject({
      total: 12,
      taxes: [{ name: 'VAT', ratePercent: 20, netCents: 1_000, taxCents: 200 }],
    })
    expect(await bills.linesOf(added)).toMatchObject([{ priceAtOrder: 10 }])
  })
})
