import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dayOf, startOfDay } from '../../../shared/platform/time/days.ts'
import { findOrder } from '../../../shared/selling/sales/orders.ts'
import { approved, sendApproved } from '../../support/approvals.ts'
import { openBills } from '../../support/bills.ts'
import type { Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { refused, tender } from '../../support/selling.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'
import { openTill, type Till } from '../../support/till.ts'
import { notifyShop } from '../../support/watchers.ts'

let shop: Shop
let till: Till
let bills: Awaited<ReturnType<typeof openBills>>
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
  bills = await openBills(shop)
  // 25 dollars are 30,864.2 satoshis
  await setRate(81_000)
})
afterAll(() => shop.close())
afterEach(() => shop.node.clearFaults())

async function configure(changes: object) {
  const { body } = await till.admin.get('/config')
  const changed = await till.admin.put('/config', { ...(body as object), ...changes })
  expect(changed.status).toBe(200)
}
const setRate = (rate: number) => configure({ manualRate: { currency: 'USD', rate } })

type Quoted = {
  readonly quoteId: string
  readonly paymentHash: string
  readonly invoice: string
  readonly amountSat: number
  readonly totalCents: number
  readonly dueCents: number
}

async function quote(body: object, by: Client = till.cashier): Promise<Quoted> {
  const answer = await by.post('/quotes', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body as Quoted
}

const cartOf = (productId: string, quantity = 1, more: object = {}) => ({
  kind: 'store',
  items: [{ productId, quantity }],
  ...more,
})

const quoteCoffees = async (quantity = 10, more: object = {}) => {
  const coffee = await till.createProduct(10)
  return { coffee, ...(await quote(cartOf(coffee, quantity, more))) }
}

const pay = ({ paymentHash }: Quoted) => shop.node.pay({ paymentHash })
const sell = (body: object, by: Client = till.cashier) =>
  by.post('/store/orders/checkout-if-paid', body)
const statusOf = async ({ quoteId }: Quoted) =>
  (await till.cashier.get(`/quotes/${quoteId}`)).body as { status: string }

const pending = { status: 202, body: { status: 'pending' } }

/** A user of its own, who may sell and settle. */
async function newCashier() {
  const staff = await staffOf(shop)
  const role = await staff.createRoleWith('orders_create', 'orders_read', 'orders_settle')
  return shop.login((await staff.createUser(role)).credentials)
}

describe('a cart', () => {
  it('is priced by the server, paid and sold once, by whoever may sell', async () => {
    const made = await quoteCoffees()
    expect(made).toMatchObject({
      totalCents: 2_500,
      dueCents: 2_500,
      amountSat: 30_865,
      rate: 81_000,
      currency: 'USD',
      rateSource: 'manual',
    })
    expect(await statusOf(made)).toMatchObject({ status: 'open' })
    expect(await sell({ quoteId: made.quoteId })).toMatchObject(pending)

    await pay(made)
    expect(await statusOf(made)).toMatchObject({ status: 'paid' })
    const colleague = await shop.userWith('orders_create', 'orders_read')
    const sold = await sell({ quoteId: made.quoteId }, colleague)
    expect(sold).toMatchObject({ status: 200, body: { status: 'completed' } })
    expect(await sell({ quoteId: made.quoteId })).toMatchObject({
      status: 200,
      body: sold.body,
    })
    const { orderId } = sold.body as { orderId: string }
    expect(await statusOf(made)).toMatchObject({ status: 'sold', orderId })
    expect(await till.stockOf(made.coffee)).toBe(0)
    expect((await till.getOrder(orderId)).body).toMatchObject({ total: 2_500 })
    const tender = (await findOrder(orderId))?.sale?.tenders[0]
    expect(tender?.lightning).toMatchObject({
      satoshiAmount: 30_865,
      rateSource: 'manual',
    })
  })

  it('names who approved its discount where it is sold', async () => {
    const made = {
      method: 'POST' as const,
      path: '/quotes',
      body: cartOf(await till.createProduct(5), 1, { discountAmount: 50 }),
      permission: 'orders_discount',
    }
    const orderId = await bills.createBill([250])
    const bill = { ...made, body: { kind: 'order', orderId, discountAmount: 50 } }
    const manager = { userId: shop.ownerId, pin: owner.pin }
    const quoted = async (request: typeof bill | typeof made, by: Client) => {
      const headers = await approved(by, manager, request)
      const { body } = await sendApproved(by, request, headers)
      await pay(body as Quoted)
      return { quoteId: (body as Quoted).quoteId }
    }
    const cashier = await newCashier()
    const sold = await sell(await quoted(made, cashier))
    const path = `/orders/${orderId}/settle`
    const settled = await cashier.post(path, await quoted(bill, cashier))
    expect([sold.status, settled.status]).toEqual([200, 200])
    const { body } = await till.admin.get('/audit?kind=discount')
    const { orderId: cartOrder } = sold.body as { orderId: string }
    for (const id of [cartOrder, orderId]) {
      const entry = body.find(({ subjectId }: { subjectId: string }) => subjectId === id)
      expect(entry).toMatchObject({ approvedBy: shop.ownerId })
    }
  })

  it('has the discount of the bill where it names none', async () => {
    const orderId = await bills.createBill([400, 100])
    await till.admin.put(`/orders/${orderId}/discount`, { percent: 50 })
    const made = await quote({ kind: 'order', orderId }, bills.waiter)
    expect(made.totalCents).toBe(250)
    await pay(made)
    const settled = await bills.waiter.post(`/orders/${orderId}/settle`, {
      quoteId: made.quoteId,
    })
    expect(settled.status).toBe(200)
    expect((await till.admin.get(`/orders/${orderId}`)).body).toMatchObject({
      total: 2.5,
      discountAmount: 250,
    })
    const full = await bills.createBill([400])
    await till.admin.put(`/orders/${full}/discount`, { amountCents: 100 })
    const body = { kind: 'order', orderId: full, discountAmount: 0 }
    expect((await quote(body, bills.waiter)).totalCents).toBe(400)
  })

  it('is the same sale for the next cashier who names nobody', async () => {
    const made = await quoteCoffees(1)
    await pay(made)
    const body = { quoteId: made.quoteId, saleId: randomUUID() }
    const sold = await sell(body)
    expect(sold.status).toBe(200)
    expect(await sell(body, await newCashier())).toMatchObject({
      status: 200,
      body: sold.body,
    })
    const orderId = await bills.createBill([250])
    const bill = await quote({ kind: 'order', orderId }, bills.waiter)
    await pay(bill)
    const again = { quoteId: bill.quoteId, saleId: randomUUID() }
    const settle = (by: Client) => by.post(`/orders/${orderId}/settle`, again)
    const settled = await settle(bills.waiter)
    expect(await settle(await newCashier())).toMatchObject({
      status: 200,
      body: settled.body,
    })
  })

  it('is sold once by two tills at the same time', async () => {
    const made = await quoteCoffees(1)
    await pay(made)
    const results = await Promise.all(
      Array.from({ length: 6 }, () => sell({ quoteId: made.quoteId })),
    )
    const ids = results.map(({ body }) => (body as { orderId: string }).orderId)
    expect(new Set(ids).size).toBe(1)
    expect(await till.stockOf(made.coffee)).toBe(9)
  })

  it('is sold at its price, though the catalogue has changed and takes it off sale', async () => {
    const made = await quoteCoffees(2)
    const product = await till.admin.pos.products.one({ params: { id: made.coffee } })
    const changed = { ...product, priceCents: 9_900, isAvailable: false }
    expect((await till.admin.put(`/products/${made.coffee}`, changed)).status).toBe(200)
    await configure({ verifyAmounts: true })
    await pay(made)
    expect(await sell({ quoteId: made.quoteId })).toMatchObject({ status: 200 })
    await configure({ verifyAmounts: false })
  })

  it('stays paid while its stock has run out, and sells once there is some', async () => {
    const made = await quoteCoffees(10)
    const taken = till.cart(made.coffee, 1)
    expect((await till.checkout(taken)).status).toBe(201)
    await pay(made)
    expect(await sell({ quoteId: made.quoteId })).toMatchObject(
      refused('checkout_insufficient_stock'),
    )
    expect(await statusOf(made)).toMatchObject({ status: 'paid' })
    await till.admin.post('/products/stock', [{ productId: made.coffee, quantity: 1 }])
    expect(await sell({ quoteId: made.quoteId })).toMatchObject({ status: 200 })
  })

  it('is paid in parts by other tenders, which add up to what was said', async () => {
    const made = await quoteCoffees(4, { paidCents: 400, tipAmount: 0.5 })
    expect(made).toMatchObject({ totalCents: 1_050, dueCents: 650 })
    await pay(made)
    const with_ = (cents: number) =>
      sell({ quoteId: made.quoteId, tenders: [tender('Cash', cents)] })
    expect(await with_(300)).toMatchObject(refused('checkout_amounts_differ'))
    expect(await sell({ quoteId: made.quoteId })).toMatchObject(
      refused('checkout_amounts_differ'),
    )
    const { status, body } = await with_(400)
    expect(status).toBe(200)
    expect((body as { paymentIds: string[] }).paymentIds).toHaveLength(2)
  })

  it('has no bitcoin beside it that names no payment, where payments are verified', async () => {
    await configure({ verifyCheckout: true })
    const tenders = [tender('BTC', 249)]
    const cart = await quoteCoffees(1, { paidCents: 249 })
    const orderId = await bills.createBill([250])
    const more = { orderId, paidCents: 249 }
    const bill = await quote({ kind: 'order', ...more }, bills.waiter)
    await pay(cart)
    await pay(bill)
    const settle = (body: object) => bills.waiter.post(`/orders/${orderId}/settle`, body)
    const invalid = refused('checkout_invalid_reference')
    expect(await sell({ quoteId: cart.quoteId, tenders })).toMatchObject(invalid)
    expect(await settle({ quoteId: bill.quoteId, tenders })).toMatchObject(invalid)
    await configure({ verifyCheckout: false })
    const cash = [tender('Cash', 249)]
    expect(await sell({ quoteId: cart.quoteId, tenders: cash })).toMatchObject({
      status: 200,
    })
    expect(await settle({ quoteId: bill.quoteId, tenders: cash })).toMatchObject({
      status: 200,
    })
  })

  it.each([
    ['below the catalogue', { priceAtOrder: 1 }, {}],
    ['with a discount on a line', { discountCents: 1 }, {}],
    ['with a discount', {}, { discountAmount: 1 }],
  ])('%s needs the permission to give discounts', async (_, item, more) => {
    const coffee = await till.createProduct(1)
    const items = [{ productId: coffee, quantity: 1, ...item }]
    const body = { kind: 'store', items, ...more }
    expect(await till.cashier.post('/quotes', body)).toMatchObject({ status: 403 })
    const discounter = await shop.userWith('orders_create', 'orders_discount')
    expect(await discounter.post('/quotes', body)).toMatchObject({ status: 201 })
  })

  it('is not quoted without stock, without an amount due, without a rate or a node', async () => {
    const coffee = await till.createProduct(10)
    const ask = (body: object) => till.cashier.post('/quotes', body)
    expect(await ask(cartOf(coffee, 11))).toMatchObject(
      refused('checkout_insufficient_stock'),
    )
    expect(await ask(cartOf(coffee, 1, { paidCents: 250 }))).toMatchObject({
      status: 400,
      body: { code: 'quote_nothing_due' },
    })
    await setRate(0.000_001)
    expect(await ask(cartOf(coffee, 10))).toMatchObject({
      status: 400,
      body: { code: 'quote_too_large' },
    })
    await setRate(81_000)
    await shop.node.faults({ refuse: true })
    expect(await ask(cartOf(coffee))).toMatchObject({ status: 503 })
  })
})

describe('the payment of a quote', () => {
  it('sells nothing but its quote', async () => {
    const made = await quoteCoffees(1)
    await pay(made)
    const { paymentHash } = made
    const cart = till.cart(made.coffee, 1, { paymentHash })
    const bound = { status: 409, body: { code: 'payment_belongs_to_a_quote' } }
    expect(await till.checkout(cart)).toMatchObject(bound)
    expect(await till.checkoutIfPaid(cart)).toMatchObject(bound)
    const order = await bills.createBill([250])
    const settled = await bills.waiter.post(`/orders/${order}/settle`, {
      userId: shop.ownerId,
      tenders: [tender('BTC', 250, { paymentHash })],
    })
    expect(settled).toMatchObject(bound)
  })

  it('sells after the quote has expired, too', async () => {
    const unpaid = await quoteCoffees(1)
    const paid = await quoteCoffees(1)
    await pay(paid)
    const [open, gone] = [await statusOf(unpaid), await later(11, () => statusOf(unpaid))]
    expect([open.status, gone.status]).toEqual(['open', 'expired'])
    const sold = await later(11, () => sell({ quoteId: paid.quoteId }))
    expect(sold).toMatchObject({ status: 200 })
  })

  it('sells once though it is notified twice, before the sale and after it', async () => {
    const made = await quoteCoffees(1)
    await shop.node.faults({ webhook: 'doubled' })
    await pay(made)
    const sold = await sell({ quoteId: made.quoteId })
    expect(sold).toMatchObject({ status: 200 })
    const { paymentHash, amountSat } = made
    await notifyShop(shop, { paymentHash, amountSat })
    expect(await sell({ quoteId: made.quoteId })).toMatchObject({ body: sold.body })
    const { body: unmatched } = await till.admin.get('/payments/unmatched')
    expect(unmatched).not.toContainEqual(expect.objectContaining({ paymentHash }))
  })

  it('is not lost while the node is away: it is found when it is back', async () => {
    await shop.node.faults({ webhook: 'lost' })
    const made = await quoteCoffees(1)
    await pay(made)
    await shop.node.faults({ refuse: true, path: '/payments' })
    expect(await statusOf(made)).toMatchObject({ status: 'open' })
    expect(await sell({ quoteId: made.quoteId })).toMatchObject({ status: 503 })
    await shop.node.clearFaults()
    expect(await sell({ quoteId: made.quoteId })).toMatchObject({ status: 200 })
  })

  it('is known by the node, though its notification was lost', async () => {
    await shop.node.faults({ webhook: 'lost' })
    const made = await quoteCoffees(1)
    await pay(made)
    expect(await statusOf(made)).toMatchObject({ status: 'paid' })
    expect(await sell({ quoteId: made.quoteId })).toMatchObject({ status: 200 })
  })
})

it.each([
  ['an unknown quote', { quoteId: crypto.randomUUID() }, 'checkout_invalid_reference'],
  ['a hash beside it', { paymentHash: 'aa' }, 'checkout_invalid_reference'],
  ['an amount beside it', { amount: 1 }, 'checkout_invalid_reference'],
])('refuses %s', async (_, body, code) => {
  const made = await quoteCoffees(1)
  await pay(made)
  const answer = await sell({ quoteId: made.quoteId, ...body })
  expect(answer).toMatchObject({ status: 400, body: { code } })
})

describe('a bill', () => {
  const settle = (orderId: string, body: object) =>
    bills.waiter.post(`/orders/${orderId}/settle`, body)

  it('is settled by its quote, once', async () => {
    const order = await bills.createBill([800, 450])
    const made = await quote(
      { kind: 'order', orderId: order, tipAmount: 1 },
      bills.waiter,
    )
    expect(made).toMatchObject({ totalCents: 1_350, dueCents: 1_350 })
    expect(await settle(order, { quoteId: made.quoteId })).toMatchObject(pending)
    await pay(made)
    const other = await bills.createBill([1_250])
    expect(await settle(other, { quoteId: made.quoteId })).toMatchObject({ status: 400 })
    const settled = await settle(order, { quoteId: made.quoteId })
    expect(settled.status, JSON.stringify(settled.body)).toBe(200)
    expect(await settle(order, { quoteId: made.quoteId })).toMatchObject({
      status: 200,
      body: settled.body,
    })
  })

  it('that has changed is refused, and its quote stays paid', async () => {
    const order = await bills.createBill([800])
    const made = await quote({ kind: 'order', orderId: order }, bills.waiter)
    await bills.addDishes(order, [{ dishId: bills.soup, priceAtOrder: 1 }])
    await pay(made)
    expect(await settle(order, { quoteId: made.quoteId })).toMatchObject({
      status: 409,
      body: { code: 'quote_differs' },
    })
    expect(await statusOf(made)).toMatchObject({ status: 'paid' })
    // The waiter attaches it to that bill, for the cents that were quoted, and to no other
    const attach = `/payments/unmatched/${made.paymentHash}/attach`
    const other = await bills.createBill([800])
    expect(await bills.waiter.post(attach, { orderId: other })).toMatchObject({
      status: 403,
    })
    expect(await bills.waiter.post(attach, { orderId: order })).toMatchObject({
      status: 200,
      body: { orderId: order, prepaid: [{ cents: 800 }], dueCents: 100 },
    })
    expect(await statusOf(made)).toMatchObject({ status: 'sold', orderId: order })
  })

  it('is quoted by those who may settle it, a cart by those who may sell', async () => {
    const order = await bills.createBill([800])
    const coffee = await till.createProduct(1)
    const bill = { kind: 'order', orderId: order }
    expect((await till.cashier.post('/quotes', bill)).status).toBe(403)
    expect((await bills.waiter.post('/quotes', cartOf(coffee))).status).toBe(403)
  })
})

it('is sold at the tax rates of its quote, when others have begun since', async () => {
  await configure({ timezone: 'America/Mexico_City', pricesIncludeTax: false })
  const tax = { name: 'IVA', ratePercent: 16, isDefault: true }
  const { id } = (await till.admin.post('/taxes', tax)).body
  const fromDay = dayOf(Date.now() + 48 * 3_600_000, { timezone: 'America/Mexico_City' })
  const nextRate = { ratePercent: 21, fromDay }
  expect((await till.admin.put(`/taxes/${id}`, { nextRate })).status).toBe(200)
  const untilMs = startOfDay(fromDay, { timezone: 'America/Mexico_City' }) - Date.now()
  const minutes = Math.floor(untilMs / 60_000)
  const quoteBill = (orderId: string, paidCents = 0) =>
    quote({ kind: 'order', orderId, paidCents }, bills.waiter)
  const settle = (orderId: string, body: object) =>
    bills.waiter.post(`/orders/${orderId}/settle`, body)
  const bill = await bills.createBill([1_000])
  const shared = await bills.createBill([1_000])
  const halfOf = (made: Quoted) => tender('BTC', 580, { quoteId: made.quoteId })

  const [cart, whole, first, second] = await later(minutes - 1, async () => [
    await quoteCoffees(4),
    await quoteBill(bill),
    await quoteBill(shared, 580),
    await quoteBill(shared, 580),
  ])
  const halves = [halfOf(first), halfOf(second)]
  expect([cart, whole]).toMatchObject([{ totalCents: 1_160 }, { totalCents: 1_160 }])
  for (const made of [cart, whole, first, second]) await pay(made)
  await later(minutes + 1, async () => {
    // A change of another tax leaves the rate of before to quotes
    const other = { name: 'Other', ratePercent: 3 }
    expect((await till.admin.post('/taxes', other)).status).toBe(201)
    const { body } = await sell({ quoteId: cart.quoteId })
    const sold = { taxes: [{ ratePercent: 16, netCents: 1_000, taxCents: 160 }] }
    expect((await till.getOrder(body.orderId)).body).toMatchObject(sold)
    const shares = { tenders: halves, userId: shop.ownerId }
    for (const [order, paid] of [
      [bill, { quoteId: whole.quoteId }],
      [shared, shares],
    ] as const) {
      const settled = await settle(order, paid)
      expect(settled.status, JSON.stringify(settled.body)).toBe(200)
      expect((await bills.admin.get(`/orders/${order}`)).body).toMatchObject({
        total: 11.6,
      })
    }
    expect(await quoteCoffees(4)).toMatchObject({ totalCents: 1_210 })
    const late = await bills.createBill([1_000])
    expect(await quoteBill(late)).toMatchObject({ totalCents: 1_210 })
  })
})
