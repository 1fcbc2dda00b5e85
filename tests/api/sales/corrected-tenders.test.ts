import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approved, type ToApprove } from '../../support/approvals.ts'
import { type Bills, openBills } from '../../support/bills.ts'
import type { Client } from '../../support/client.ts'
import { readDay, tender } from '../../support/selling.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'
import { methodId, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let bills: Bills
let shifts: Awaited<ReturnType<typeof shiftsOf>>
let seller: { id: string; pin: string; client: Client }
let colleague: { id: string; pin: string; client: Client }
let coffee: string
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  bills = await openBills(shop)
  shifts = await shiftsOf(shop)
  seller = await newPerson()
  colleague = await newPerson()
  coffee = await till.createProduct(1_000)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shifts.deleteShifts()
})

async function newPerson() {
  const staff = await staffOf(shop)
  const role = await staff.createRoleWith(
    'orders_create',
    'orders_settle',
    'orders_refund',
  )
  const { id, credentials } = await staff.createUser(role)
  return { id, pin: credentials.pin, client: await shop.login(credentials) }
}

const sell = async (tenders: readonly object[]): Promise<string> => {
  const cents = tenders.reduce<number>(
    (sum, each) => sum + Number((each as { amountCents: number }).amountCents),
    0,
  )
  const cart = {
    ...till.cart(coffee, 1, { userId: seller.id, amount: cents / 100 }),
    paymentMethodId: undefined,
    currencyId: undefined,
    tenders,
  }
  const { status, body } = await seller.client.post('/store/orders/checkout', cart)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.orderId
}

const correct = (
  id: string,
  tenders: readonly object[],
  by: Client = colleague.client,
  more: object = {},
) => by.put(`/orders/${id}/tenders`, { tenders, reason: 'Wrong button', ...more })

const paidBy = async () => {
  const { tenders } = await readDay()
  const centsOf = (name: string) =>
    Number(tenders.find((each) => each.methodId === methodId(name))?.cents ?? 0)
  return { cash: centsOf('Cash'), debit: centsOf('Debit Card'), btc: centsOf('BTC') }
}

const listed = async (id: string) => {
  const rows = await till.admin.pos.orders.withPayments({ query: {} })
  return rows
    .find((row) => row.id === id)
    ?.tenders.map(({ paymentMethod, amountCents }) => [paymentMethod, amountCents])
}

describe('a sale that was booked by the wrong method', () => {
  it('moves in lists, X and Z, keeps both, and is audited', async () => {
    const shift = await shifts.createShift({ initialAmount: 0 })
    const before = await paidBy()
    const id = await sell([tender('Cash', 250)])
    const answer = await correct(id, [tender('Debit Card', 250, { transactionId: '7' })])
    expect(answer).toMatchObject({
      status: 200,
      body: { id, message: 'Payments corrected successfully' },
    })
    expect(await paidBy()).toEqual({ ...before, debit: before.debit + 250 })
    expect(await listed(id)).toEqual([['Debit Card', 250]])
    const payments = await till.admin.pos.payments.list()
    expect(payments.filter(({ transactionId }) => transactionId === '7')).toHaveLength(1)
    const breakdown = await shifts.breakdown(shift)
    expect(breakdown).toMatchObject({
      cashSales: 0,
      corrections: { count: 1, total: 2.5 },
    })
    const { body: entries } = await till.admin.get('/audit?kind=payment')
    expect(entries.at(-1)).toMatchObject({
      subjectId: id,
      userId: colleague.id,
      before: { tenders: [{ methodName: 'Cash', amountCents: 250 }] },
      after: { tenders: [{ methodName: 'Debit Card' }], reason: 'Wrong button' },
    })
    await shifts.closeShift(shift, { finalAmount: 0 })
    expect(await shifts.zReport(shift)).toMatchObject({
      difference: 0,
      corrections: { count: 1, total: 2.5 },
    })
    expect(await correct(id, [tender('Cash', 250)])).toMatchObject({ status: 409 })
  })

  it('is corrected once, also when the till repeats the request', async () => {
    const id = await sell([tender('Cash', 250)])
    const shift = await shifts.createShift({ initialAmount: 0 })
    const { corrections } = await shifts.breakdown(shift)
    const card = [tender('Debit Card', 250, { transactionId: '9' })]
    const answers = [await correct(id, card), await correct(id, card)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await shifts.breakdown(shift)).corrections).toEqual({
      count: corrections.count + 1,
      total: corrections.total + 2.5,
    })
  })

  it('is in the base currency where the correction names none', async () => {
    const [euro] = await till.admin.pos.currencies.list()
    const id = await sell([tender('Cash', 250, { currencyId: euro?.id })])
    const card = tender('Debit Card', 250, { transactionId: '11' })
    expect((await correct(id, [card])).status).toBe(200)
    const { body: base } = await till.admin.get('/base-currency')
    const payments = await till.admin.pos.payments.list()
    expect(payments.filter(({ transactionId }) => transactionId === '11')).toMatchObject([
      { currencyId: base.id },
    ])
    expect(euro?.id).not.toBe(base.id)
  })

  it('may be split, and corrected again', async () => {
    const id = await sell([tender('Debit Card', 250)])
    const halves = [tender('Cash', 100, { givenCents: 500 }), tender('Credit Card', 150)]
    expect((await correct(id, halves)).status).toBe(200)
    expect(await listed(id)).toEqual([
      ['Cash', 100],
      ['Credit Card', 150],
    ])
    expect((await correct(id, [tender('Cash', 250)])).status).toBe(200)
    expect(await listed(id)).toEqual([['Cash', 250]])
  })

  it('keeps what was paid in Bitcoin', async () => {
    const id = await sell([tender('BTC', 150), tender('Debit Card', 100)])
    const before = await paidBy()
    expect((await correct(id, [tender('Credit Card', 250)])).status).toBe(400)
    expect((await correct(id, [tender('BTC', 100), tender('Cash', 150)])).status).toBe(
      400,
    )
    expect((await correct(id, [tender('Cash', 100)])).status).toBe(200)
    const all = [tender('BTC', 150), tender('Debit Card', 100)]
    expect((await correct(id, all)).status).toBe(200)
    expect(await paidBy()).toEqual(before)
  })

  it('of a bill is corrected alike', async () => {
    const id = await bills.createBill([900])
    expect((await bills.settle(id, 900, { userId: seller.id })).status).toBe(200)
    expect((await correct(id, [tender('Debit Card', 900)])).status).toBe(200)
    expect(await listed(id)).toEqual([['Debit Card', 900]])
  })
})

it('whoever sold, or took the money, takes no cash off the books alone', async () => {
  const id = await sell([tender('Cash', 250)])
  const tenders = [tender('Debit Card', 250)]
  const refused = { status: 403, body: { message: 'Permission required' } }
  expect(await correct(id, tenders, seller.client)).toMatchObject(refused)
  const bill = await bills.createBill([300], { userId: colleague.id })
  await bills.settle(bill, 300, { userId: seller.id })
  const card = [tender('Debit Card', 300)]
  for (const { client } of [seller, colleague]) {
    expect(await correct(bill, card, client)).toMatchObject(refused)
  }
  const request: ToApprove = {
    method: 'PUT',
    path: `/orders/${id}/tenders`,
    body: { tenders, reason: 'Wrong button' },
    permission: 'orders_refund',
  }
  const approver = { userId: colleague.id, pin: colleague.pin }
  const header = await approved(seller.client, approver, request)
  const { status } = await seller.client.send('PUT', request.path, request.body, header)
  expect(status).toBe(200)
  const { body: entries } = await till.admin.get('/audit?kind=payment')
  expect(entries.at(-1)).toMatchObject({
    userId: seller.id,
    approvedBy: colleague.id,
  })
  const cash = [tender('Cash', 250)]
  // More cash needs nobody else
  expect((await correct(id, cash, seller.client)).status).toBe(200)
})

it('an approval of something else does not stand in for a second person', async () => {
  const id = await sell([tender('Cash', 250)])
  const staff = await staffOf(shop)
  const { id: userId, credentials } = await staff.createUser(
    await staff.createRoleWith('orders_discount'),
  )
  const request: ToApprove = {
    method: 'PUT',
    path: `/orders/${id}/tenders`,
    body: { tenders: [tender('Debit Card', 250)], reason: 'Wrong button' },
    permission: 'orders_discount',
  }
  const approver = { userId, pin: credentials.pin }
  const header = await approved(seller.client, approver, request)
  expect(
    await seller.client.send('PUT', request.path, request.body, header),
  ).toMatchObject({ status: 403 })
  expect(await listed(id)).toEqual([['Cash', 250]])
})

it('nor does who sold or took it in the name of another', async () => {
  const refused = { status: 403, body: { message: 'Permission required' } }
  const named = { userId: shop.ownerId }
  const cart = till.cart(coffee, 1, named)
  const { body: sale } = await seller.client.post('/store/orders/checkout', cart)
  const bill = await bills.createBill([250])
  const settled = { ...named, tenders: [tender('Cash', 250)] }
  expect((await seller.client.post(`/orders/${bill}/settle`, settled)).status).toBe(200)
  for (const id of [sale.orderId, bill]) {
    const card = [tender('Debit Card', 250)]
    expect(await correct(id, card, seller.client)).toMatchObject(refused)
    expect((await correct(id, card)).status).toBe(200)
  }
})

it('a correction of nothing writes nothing', async () => {
  const id = await sell([tender('Cash', 250, { givenCents: 300 })])
  const toCard = [tender('Debit Card', 250, { transactionId: '8' })]
  const { corrections } = await readDay()
  const answers = await Promise.all([1, 2, 3, 4].map(() => correct(id, toCard)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await readDay()).corrections.count).toBe(corrections.count + 1)
  const { body: entries } = await till.admin.get('/audit?kind=payment')
  const ofSale = entries.filter(
    ({ subjectId }: { subjectId: string }) => subjectId === id,
  )
  expect(ofSale).toHaveLength(1)
})

describe('a correction is refused, and changes nothing,', () => {
  it.each<[string, readonly object[], object, number]>([
    ['of another sum', [tender('Debit Card', 249)], {}, 400],
    ['by an unknown method', [{ ...tender('Cash', 250), paymentMethodId: 'x' }], {}, 400],
    ['without a tender', [], {}, 400],
    ['without a reason', [tender('Debit Card', 250)], { reason: ' ' }, 400],
    ['with a long one', [tender('Debit Card', 250)], { reason: 'x'.repeat(201) }, 400],
  ])('%s', async (_, tenders, more, status) => {
    const id = await sell([tender('Cash', 250)])
    expect((await correct(id, tenders, colleague.client, more)).status).toBe(status)
    expect(await listed(id)).toEqual([['Cash', 250]])
  })

  it('of what was refunded, is not paid, or does not exist', async () => {
    const id = await sell([tender('Debit Card', 250)])
    const refund = { amountCents: 50 }
    const refunded = await till.admin.post(`/store/orders/${id}/refund`, refund)
    expect(refunded.status).toBe(200)
    expect((await correct(id, [tender('Cash', 250)])).status).toBe(409)
    const voided = await sell([tender('Debit Card', 250)])
    const tickets = await till.admin.pos.tickets.list()
    const ticketId = tickets.find(({ orderId }) => orderId === voided)?.id
    expect((await till.admin.del(`/tickets/${ticketId}`)).status).toBe(204)
    expect((await correct(voided, [tender('Cash', 250)])).status).toBe(409)
    const open = await bills.createBill([100])
    expect((await correct(open, [tender('Cash', 100)])).status).toBe(409)
    expect(await correct(shop.ownerId, [tender('Cash', 1)])).toMatchObject({
      status: 404,
      body: { message: `Order ${shop.ownerId} not found` },
    })
    const clerk = await shop.userWith('orders_create')
    expect((await correct(id, [tender('Cash', 250)], clerk)).status).toBe(403)
  })
})

it('parallel corrections, and a refund beside them, leave sums that add up', async () => {
  const before = await paidBy()
  const id = await sell([tender('Debit Card', 250)])
  await Promise.all([
    correct(id, [tender('Cash', 250)]),
    correct(id, [tender('Cash', 100), tender('Debit Card', 150)]),
    correct(id, [tender('Debit Card', 250)]),
  ])
  const tenders = (await listed(id)) ?? []
  const sumOf = (name: string) =>
    tenders.reduce(
      (sum, [method, cents]) => sum + (method === name ? Number(cents) : 0),
      0,
    )
  expect(await paidBy()).toEqual({
    ...before,
    cash: before.cash + sumOf('Cash'),
    debit: before.debit + sumOf('Debit Card'),
  })
})
