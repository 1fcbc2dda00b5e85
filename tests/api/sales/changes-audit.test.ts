import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertAuditEntry } from '../../../shared/people/audit/audit-trail.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { type Bills, openBills } from '../../support/bills.ts'
import type { Answer, Client } from '../../support/client.ts'
import { item } from '../../support/selling.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'
import { type Cart, methodId, openTill, type Till, usd } from '../../support/till.ts'

let shop: Shop
let admin: Client
let till: Till
let bills: Bills
let staff: Staff
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  till = await openTill(shop)
  bills = await openBills(shop)
  staff = await staffOf(shop)
})
afterAll(() => shop.close())

/** The entries that some work adds to the audit trail, all by the owner. */
async function entriesOf(work: () => Promise<unknown>): Promise<Answer['body'][]> {
  const before = (await admin.get('/audit')).body.length
  await work()
  const entries = (await admin.get('/audit')).body.slice(before)
  for (const entry of entries) expect(entry.userName).toBe(owner.name)
  return entries
}

it('an ordinary sale adds no entry; changed prices and sums do', async () => {
  const coffee = await till.createProduct(10)
  const at = (priceAtOrder: number) => [item(coffee, { priceAtOrder })]
  const sell = (cart: Cart) => async () => {
    const { status } = await till.checkout(till.cart(coffee, 1, cart))
    expect(status).toBe(201)
  }
  expect(await entriesOf(sell({}))).toEqual([])
  for (const priceCents of [100, 900]) {
    const cart = { items: at(priceCents), amount: priceCents / 100 }
    expect(await entriesOf(sell(cart))).toMatchObject([
      {
        kind: 'discount',
        after: {
          totalCents: priceCents,
          otherPrices: [{ productName: 'Coffee', priceCents, cataloguePriceCents: 250 }],
        },
      },
    ])
  }
  expect(await entriesOf(sell({ amount: 0.01 }))).toMatchObject([
    { kind: 'discount', after: { totalCents: 1, adjustmentCents: -249 } },
  ])
})

it('lines at other prices have one name, also in entries that called them belowPrice', async () => {
  const lines = [{ productName: 'Coffee', priceCents: 1, cataloguePriceCents: 250 }]
  const sums = { discountCents: 0, totalCents: 1 }
  const after = { ...sums, belowPrice: lines }
  await transact([insertAuditEntry({ kind: 'discount', before: null, after })])
  const entry = (await admin.get('/audit?kind=discount')).body.at(-1)
  expect(entry.after).toEqual({ ...sums, otherPrices: lines })
})

it('dishes ordered at a price other than the menu’s, and lines that are no longer cancelled', async () => {
  const id = await bills.createBill([])
  const price = (await admin.get(`/dishes/${bills.soup}`)).body.price
  const dishes = (cents: number) => [{ dishId: bills.soup, priceAtOrder: cents / 100 }]
  const menuCents = Math.round(price * 100)
  expect(await entriesOf(() => bills.addDishes(id, dishes(menuCents)))).toEqual([])
  for (const priceCents of [1, menuCents + 1]) {
    const add = () => bills.addDishes(id, dishes(priceCents))
    expect(await entriesOf(add)).toMatchObject([
      { kind: 'price', subjectId: id, after: { lines: [{ priceCents, menuCents }] } },
    ])
  }
  const order = {
    order: { userId: shop.ownerId, status: 'open', total: 0 },
    dishes: dishes(1),
  }
  expect(await entriesOf(() => admin.post('/orders/with-dishes', order))).toMatchObject([
    { kind: 'price', after: { lines: [{ priceCents: 1, menuCents }] } },
  ])

  const [line] = (await admin.get(`/orders/${id}/dishes`)).body
  const path = `/orders/${id}/dishes/${line.id}`
  await admin.put(path, { status: 'cancelled' })
  expect(await entriesOf(() => admin.put(path, { status: 'done' }))).toMatchObject([
    { kind: 'cancellation', before: { status: 'cancelled' }, after: { status: 'done' } },
  ])
})

it('another total or status of a bill by hand', async () => {
  const id = await bills.createBill([700, 100])
  const put = (fields: object) => () =>
    admin.put(`/orders/${id}`, {
      userId: shop.ownerId,
      status: 'open',
      total: 8,
      ...fields,
    })
  expect(await entriesOf(put({}))).toEqual([])
  const about = { kind: 'order', subjectId: id }
  expect(await entriesOf(put({ total: 0.01 }))).toMatchObject([
    { ...about, before: { totalCents: 800 }, after: { totalCents: 1 } },
  ])
  const calculate = () => admin.put(`/orders/${id}/calculate-total`)
  expect(await entriesOf(calculate)).toMatchObject([
    { ...about, before: { totalCents: 1 }, after: { totalCents: 800 } },
  ])
  for (const status of ['paid', 'closed']) {
    const [entry] = await entriesOf(put({ status }))
    expect(entry).toMatchObject({ ...about, after: { status } })
  }
  const paid = { userId: shop.ownerId, status: 'paid', total: 5 }
  expect(await entriesOf(() => admin.post('/orders', paid))).toMatchObject([
    { kind: 'order', before: null, after: { status: 'paid', totalCents: 500 } },
  ])
})

it('dishes that are added to a bill that is paid already', async () => {
  const begun = { userId: shop.ownerId, status: 'paid', total: 0 }
  const { id } = (await admin.post('/orders', begun)).body
  const [dish] = (await admin.get('/dishes')).body
  const added = () =>
    admin.post(`/orders/${id}/dishes`, [
      { dishId: dish.id, priceAtOrder: dish.price, notes: '' },
    ])
  expect(await entriesOf(added)).toMatchObject([
    {
      kind: 'order',
      subjectId: id,
      before: null,
      after: { status: 'paid', dishes: 1, addedCents: Math.round(dish.price * 100) },
    },
  ])
})

it('tickets, payments and their links', async () => {
  const orderId = await bills.createBill([100])
  const ticket = {
    orderId,
    userId: shop.ownerId,
    ticketDate: '',
    status: 1,
    totalAmount: 1,
    notes: '',
  }
  let ticketId = ''
  const created = await entriesOf(async () => {
    ticketId = (await admin.post('/tickets', ticket)).body.id
  })
  expect(created).toMatchObject([
    { kind: 'ticket', subjectId: ticketId, before: null, after: { totalCents: 100 } },
  ])
  const payment = { methodId: methodId('Cash'), currencyId: usd, amount: 1 }
  const paymentId = (await admin.post('/payments', payment)).body.id
  const link = { paymentId, ticketId }
  const entries = await entriesOf(async () => {
    await admin.put(`/tickets/${ticketId}`, { ...ticket, totalAmount: 2 })
    await admin.post('/payments/ticket-payments', link)
    await admin.put(`/payments/${paymentId}`, { ...payment, amount: 3 })
    await admin.del(
      `/payments/ticket-payments?paymentId=${paymentId}&ticketId=${ticketId}`,
    )
    await admin.post('/payments/ticket-payments', link)
    await admin.del(`/payments/ticket-payments/by-ticket/${ticketId}`)
    await admin.del(`/payments/${paymentId}`)
  })
  const ofPayment = { kind: 'payment', subjectId: paymentId }
  expect(entries).toMatchObject([
    { kind: 'ticket', before: { totalCents: 100 }, after: { totalCents: 200 } },
    { ...ofPayment, before: null, after: { ticketId, amountCents: 100 } },
    { ...ofPayment, before: { amountCents: 100 }, after: { amountCents: 300 } },
    { ...ofPayment, before: { ticketId, amountCents: 300 }, after: null },
    { ...ofPayment, before: null, after: { ticketId } },
    { kind: 'payment', subjectId: ticketId, before: { paymentIds: [paymentId] } },
    { ...ofPayment, before: { amountCents: 300 }, after: null },
  ])
})

it('shifts and their cash', async () => {
  const shift = {
    userId: shop.ownerId,
    shiftDate: '2026-11-23',
    startTime: '08:00:00',
    notes: '',
    initialAmount: 50,
  }
  const entries = await entriesOf(async () => {
    const { id } = (await admin.post('/shifts', shift)).body
    await admin.post(`/shifts/${id}/cash`, { type: 'out', amount: 20, reason: 'bank' })
    await admin.put(`/shifts/${id}`, { ...shift, initialAmount: 10 })
    await admin.post(`/shifts/${id}/close`, { finalAmount: 0 })
    await admin.put(`/shifts/${id}`, { ...shift, endTime: null })
    await admin.post(`/shifts/${id}/cash`, { type: 'in', amount: 3, reason: 'change' })
    await admin.del(`/shifts/${id}`)
    await admin.post('/shifts', { ...shift, initialAmount: 2 })
  })
  expect(entries).toMatchObject([
    {
      kind: 'shift',
      before: null,
      after: { initialAmountCents: 5_000, lastCountedCents: null },
    },
    { kind: 'cash', after: { type: 'out', amountCents: 2_000, reason: 'bank' } },
    {
      kind: 'shift',
      before: { initialAmountCents: 5_000 },
      after: { initialAmountCents: 1_000 },
    },
    { kind: 'z-report' },
    { kind: 'shift', after: { endTime: null, initialAmountCents: 5_000 } },
    { kind: 'cash', after: { type: 'in' } },
    { kind: 'shift', before: { shiftDate: '2026-11-23' }, after: null },
    {
      kind: 'shift',
      before: null,
      after: { initialAmountCents: 200, lastCountedCents: 0, cashSinceCents: 300 },
    },
  ])
})

it('the catalogue, its taxes, and the base currency', async () => {
  const { id } = (await admin.get('/shifts/open')).body
  expect((await admin.post(`/shifts/${id}/close`, {})).status).toBe(200)
  const part = await till.createProduct(5, 'Bun')
  const bun = (await admin.get(`/products/${part}`)).body
  const put = { ...bun, stockPolicy: 'afterwards' }
  expect((await admin.put(`/products/${part}`, put)).status).toBe(200)
  const menu = await till.createProduct(0, 'Menu')
  const body = (await admin.get(`/products/${menu}`)).body
  const bundle = {
    ...body,
    isBundle: true,
    bundleComponents: [{ componentId: part, quantity: 2 }],
  }
  let taxId = ''
  const entries = await entriesOf(async () => {
    await admin.put(`/products/${menu}`, bundle)
    taxId = (await admin.post('/taxes', { name: 'VAT', ratePercent: 19 })).body.id
    await admin.put(`/taxes/${taxId}`, { name: 'VAT', ratePercent: 7 })
    await admin.put(`/products/${menu}`, { ...bundle, taxId })
    await admin.put(`/products/${menu}`, { ...bundle, taxId: null })
    await admin.del(`/taxes/${taxId}`)
    await admin.del(`/products/${menu}`)
    await admin.put('/base-currency', { acronym: 'EUR' })
    await admin.put('/base-currency', { acronym: 'EUR' })
  })
  expect(entries[0]?.after).toEqual({ components: bundle.bundleComponents })
  expect(entries).toMatchObject([
    { kind: 'bundle', before: { components: [] }, subjectName: 'Menu' },
    { kind: 'tax', before: null, after: { ratePercent: 19 } },
    { kind: 'tax', before: { ratePercent: 19 }, after: { ratePercent: 7 } },
    { kind: 'tax', subjectId: menu, before: { taxId: null }, after: { taxId } },
    { kind: 'tax', subjectId: menu, before: { taxId }, after: { taxId: null } },
    { kind: 'tax', before: { ratePercent: 7 }, after: null },
    { kind: 'stock', subjectName: 'Menu', before: { quantity: 0 }, after: null },
    {
      kind: 'config',
      before: { baseCurrency: 'USD' },
      after: { baseCurrency: 'EUR' },
    },
  ])
})

it('agents, names of users, and what leaves as CSV', async () => {
  const user = await staff.createUser(await staff.createRole())
  const name = randomUUID()
  const entries = await entriesOf(async () => {
    const { id } = (await admin.post('/agents', { name: 'counter' })).body
    await admin.del(`/agents/${id}`)
    await admin.put(`/users/${user.id}`, { name })
    expect((await admin.get('/reports/export?type=sales')).status).toBe(200)
  })
  expect(entries).toMatchObject([
    { kind: 'agent', subjectName: 'counter', before: null },
    { kind: 'agent', subjectName: 'counter', after: null },
    { kind: 'user', before: { name: user.credentials.name }, after: { name } },
    { kind: 'export', after: { type: 'sales' } },
  ])
})
