import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import {
  allUnmatched,
  type HashInvoice,
  putInvoice,
  transactReceived,
  upsertNotification,
  upsertUnmatched,
} from '../../../shared/selling/sales/payment-hashes.ts'
import { alreadyPaid, type Bills, openBills } from '../../support/bills.ts'
import type { Client } from '../../support/client.ts'
import { item, receivePayment } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { newPaymentHash, openTill, type Till } from '../../support/till.ts'
import { notifyShop } from '../../support/watchers.ts'

let shop: Shop
let till: Till
let bills: Bills
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  bills = await openBills(shop)
  admin = till.admin
})
afterAll(() => shop.close())

/** At 100,000 dollars a bitcoin, 1,000 satoshis are a dollar. */
const shopRate = { currency: 'USD', rate: 100_000 }

/** A payment that the node reports, with what is known of its invoice; returns its hash. */
async function receive(amountSat: number | null, invoice?: Partial<HashInvoice>) {
  const paymentHash = newPaymentHash()
  if (invoice) await transact([putInvoice(paymentHash, invoice)])
  await notifyShop(shop, { paymentHash, amountSat })
  return paymentHash
}

type Row = { readonly paymentHash: string; readonly amountSat: number | null }

const unmatched = async (): Promise<Row[]> =>
  (await admin.get('/payments/unmatched')).body

const isListed = async (paymentHash: string) =>
  (await unmatched()).some((row) => row.paymentHash === paymentHash)

const act = (verb: string, hash: string, body?: object, by: Client = admin) =>
  by.post(`/payments/unmatched/${hash}/${verb}`, body)

const attach = (hash: string, body: object, by?: Client) => act('attach', hash, body, by)

const conflict = (code: string) => ({ status: 409, body: { code } })

const adminRequired = { status: 403, body: { message: 'Admin privileges required' } }

const prepaidOf = async (orderId: string) =>
  (await admin.get(`/orders/${orderId}`)).body.prepaid

describe('GET /payments/unmatched', () => {
  it('lists payments with what is known of them, newest first and in pages', async () => {
    const first = await receive(1_500)
    const second = await receive(12_345, {
      shopRate,
      payCodeId: 'code',
      comment: 'for the band',
    })
    const third = await receive(990, { shopRate, amountSat: 1_001, dueCents: 100 })
    const rows = (await unmatched()).slice(0, 3)
    const receivedAt = expect.any(String)
    expect(rows).toEqual([
      { paymentHash: third, amountSat: 1_001, receivedAt, cents: 100, rate: 100_000 },
      {
        paymentHash: second,
        amountSat: 12_345,
        receivedAt,
        cents: 1_234,
        rate: 100_000,
        payCodeId: 'code',
        comment: 'for the band',
      },
      { paymentHash: first, amountSat: 1_500, receivedAt },
    ])
    const page = await admin.get('/payments/unmatched?limit=2')
    expect(page.body).toEqual(rows.slice(0, 2))
    const next = /<([^>]*)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    expect((await admin.get(next)).body[0]).toEqual(rows[2])
  })

  it('lists the payment of a quote ten minutes later', async () => {
    const paymentHash = await receive(1_000, { quoteId: 'quote' })
    expect(await isListed(paymentHash)).toBe(false)
    const left = await receivePayment(1_000, 601_000)
    await transact([putInvoice(left, { quoteId: 'quote' })])
    expect(await isListed(left)).toBe(true)
  })

  it('has no payment that a till has sold', async () => {
    const coffee = await till.createProduct(1)
    const paymentHash = await receive(2_500, { madeBy: shop.ownerId, isByAdmin: false })
    expect(await isListed(paymentHash)).toBe(true)
    const cart = till.cart(coffee, 1, { paymentHash })
    expect(await till.checkoutIfPaid(cart)).toMatchObject({ status: 200 })
    await notifyShop(shop, { paymentHash, amountSat: 2_500 })
    expect(await isListed(paymentHash)).toBe(false)
    expect(await attach(paymentHash, { orderId: randomUUID(), cents: 1 })).toMatchObject({
      status: 404,
    })
    expect(await act('dismiss', paymentHash, { reason: 'x' })).toMatchObject(
      conflict('payment_already_sold'),
    )
  })
})

it('a sale whose transaction was full leaves its payment on the list, which takes it off', async () => {
  const coffee = await till.createProduct(1)
  const paymentHash = await receive(2_500)
  const cart = till.cart(coffee, 1, { paymentHash })
  expect(await admin.post('/store/orders/checkout-if-paid', cart)).toMatchObject({
    status: 200,
  })
  await transact([upsertUnmatched(paymentHash, { receivedAtMs: Date.now() })])
  expect(await isListed(paymentHash)).toBe(false)
  expect((await allUnmatched()).map((each) => each.paymentHash)).not.toContain(
    paymentHash,
  )
})

it('counts unsold payments in X, Z and the export, and what a bill keeps until it is settled', async () => {
  const startTime = String(Date.now())
  const openShift = async (): Promise<string> =>
    (
      await admin.post('/shifts', {
        userId: shop.ownerId,
        shiftDate: startTime,
        startTime,
        notes: '',
      })
    ).body.id
  const unsoldOf = async (id: string) =>
    (await admin.get(`/shifts/${id}/breakdown`)).body.unsoldPayments
  const first = await openShift()
  const before = await unsoldOf(first)
  const orderId = await bills.createBill([300])
  await attach(await receive(1_000, { shopRate }), { orderId })
  await act('dismiss', await receive(20), { reason: 'a test' })
  await receive(300)
  const x = await unsoldOf(first)
  expect(x).toEqual({
    ...before,
    received: before.received + 1_320,
    dismissed: before.dismissed + 20,
    open: before.open + 1_300,
  })
  await admin.post(`/shifts/${first}/close`, {})
  expect(await unsoldOf(first)).toEqual(x)
  const second = await openShift()
  const carried = { received: x.open, sold: 0, refunded: 0, dismissed: 0, open: x.open }
  expect(await unsoldOf(second)).toEqual(carried)
  expect(await bills.settle(orderId, 200)).toMatchObject({ status: 200 })
  await admin.post(`/shifts/${second}/close`, {})
  expect(await unsoldOf(second)).toEqual({
    ...carried,
    sold: 1_000,
    open: x.open - 1_000,
  })
  const today = new Date().toISOString().slice(0, 10)
  const { body: csv } = await admin.get(
    `/reports/export?type=z-reports&startDate=${today}&endDate=${today}`,
  )
  const [header = '', ...rows] = (csv as string).trim().split('\r\n')
  const column = header.split(',').indexOf('unsoldSoldSat')
  expect(rows.at(-1)?.split(',')[column]).toBe('1000')
})

describe('a payment attached to a bill', () => {
  it('settles it where it pays all that is due', async () => {
    const orderId = await bills.createBill([300, 200])
    const paymentHash = await receive(5_000, { shopRate })
    const { status, body } = await attach(paymentHash, { orderId })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { orderId, ticketId: expect.any(String), paymentIds: [expect.any(String)] },
    })
    expect(await bills.readOrder(orderId)).toMatchObject({ status: 'paid', total: 5 })
    expect(await isListed(paymentHash)).toBe(false)
    // The lost reply of the first is asked for again
    expect(await attach(paymentHash, { orderId })).toMatchObject({ status: 200, body })
    expect(await act('detach', paymentHash)).toMatchObject(
      conflict('payment_already_sold'),
    )
  })

  it('is kept where it pays a part, and a tender of its own when the bill is settled', async () => {
    const orderId = await bills.createBill([300, 200])
    const [first, second] = [
      await receive(1_000, { shopRate }),
      await receive(700),
    ] as const
    expect(await attach(first, { orderId })).toMatchObject({
      status: 200,
      body: { orderId, prepaid: [{ paymentHash: first, cents: 100 }], dueCents: 400 },
    })
    expect(await attach(second, { orderId })).toMatchObject({ status: 400 })
    expect(await attach(second, { orderId, cents: 401 })).toMatchObject(
      conflict('prepaid_exceeds_due'),
    )
    expect(await attach(second, { orderId, cents: 50 })).toMatchObject({ status: 200 })
    expect(await prepaidOf(orderId)).toEqual([
      { paymentHash: first, cents: 100 },
      { paymentHash: second, cents: 50 },
    ])
    const hasPayments = { status: 409, body: { message: 'Order has payments' } }
    const other = await bills.createBill([100])
    expect(await admin.del(`/orders/${orderId}`)).toMatchObject(hasPayments)
    expect(await bills.merge(other, orderId)).toMatchObject(hasPayments)
    expect(await bills.merge(orderId, other)).toMatchObject(hasPayments)
    const [line] = await bills.idsOf(orderId)
    expect(await bills.split(orderId, [line])).toMatchObject(hasPayments)
    for (const [verb, code] of [
      ['attach', 'payment_attached'],
      ['dismiss', 'payment_attached'],
    ] as const) {
      const body = { orderId: other, cents: 1, reason: 'x' }
      expect(await act(verb, first, body)).toMatchObject(conflict(code))
    }

    expect(await bills.settle(orderId, 500)).toMatchObject({
      status: 400,
      body: { code: 'checkout_amounts_differ', expectedCents: 350 },
    })
    const settled = await bills.settle(orderId, 350)
    expect(settled).toMatchObject({ status: 200 })
    expect(settled.body.paymentIds).toHaveLength(3)
    const amounts = await Promise.all(
      settled.body.paymentIds.map(
        async (id: string) => (await admin.get(`/payments/${id}`)).body.amount,
      ),
    )
    expect(amounts).toEqual([3.5, 1, 0.5])
    expect(await bills.readOrder(orderId)).toMatchObject({ status: 'paid', total: 5 })
    expect(await act('detach', first)).toMatchObject(conflict('payment_already_sold'))
  })

  it('can be taken back: it is unmatched again', async () => {
    const orderId = await bills.createBill([300])
    const paymentHash = await receive(1_000, { shopRate })
    expect(await act('detach', paymentHash)).toMatchObject(
      conflict('payment_not_attached'),
    )
    await attach(paymentHash, { orderId })
    expect(await isListed(paymentHash)).toBe(false)
    expect(await act('detach', paymentHash)).toMatchObject({ status: 204 })
    expect(await isListed(paymentHash)).toBe(true)
    expect(await prepaidOf(orderId)).toBeUndefined()
    expect(await attach(paymentHash, { orderId })).toMatchObject({ status: 200 })
  })

  it('stays with a bill that has become smaller, until it is taken back', async () => {
    const orderId = await bills.createBill([300, 200])
    const paymentHash = await receive(4_000, { shopRate })
    await attach(paymentHash, { orderId })
    const [line] = await bills.idsOf(orderId)
    expect(await admin.del(`/orders/${orderId}/dishes/${line}`)).toMatchObject({
      status: 204,
    })
    expect(await bills.settle(orderId, 0)).toMatchObject(conflict('prepaid_exceeds_due'))
    expect(await act('detach', paymentHash)).toMatchObject({ status: 204 })
    expect(await bills.settle(orderId, 200)).toMatchObject({ status: 200 })
    expect(await attach(paymentHash, { orderId })).toMatchObject(alreadyPaid)
    expect(await isListed(paymentHash)).toBe(true)
  })

  it('is of the table or quote that a waiter attaches it to; others are for administrators', async () => {
    const { tableId, orderId } = await bills.seat([300])
    const elsewhere = await bills.createBill([300])
    const ofTable = await receive(1_000, { shopRate, payCodeId: 'code', tableId })
    const ofQuote = await receive(1_000, { shopRate, quoteId: 'quote', orderId })
    const unpriced = await receive(1_000, { quoteId: 'quote', orderId })
    const own = await receive(1_000, { shopRate, madeBy: shop.ownerId, isByAdmin: false })
    const { waiter } = bills
    for (const hash of [ofTable, ofQuote, own, await receive(1_000)]) {
      const body = { orderId: elsewhere, cents: 100 }
      expect(await attach(hash, body, waiter)).toMatchObject(adminRequired)
    }
    const sale = { userId: shop.ownerId, items: [], amount: 0 }
    expect(await attach(ofQuote, { sale }, waiter)).toMatchObject(adminRequired)
    expect(await attach(unpriced, { orderId, cents: 100 }, waiter)).toMatchObject(
      adminRequired,
    )
    for (const hash of [ofTable, ofQuote]) {
      expect(await attach(hash, { orderId }, waiter)).toMatchObject({ status: 200 })
    }
    expect(await prepaidOf(orderId)).toHaveLength(2)
  })

  it("of a table's code is for its bill, and for others that were at the table when it came", async () => {
    const { waiter, createTable, createBill } = bills
    const tableId = await createTable()
    const asked = await createBill([500, 2_000], { tableId })
    const beside = await createBill([600], { tableId })
    const elsewhere = await createBill([500])
    const byHand = await createBill([500])
    const ofTable = { shopRate, payCodeId: 'code', tableId, orderId: asked }
    const hash = await receive(5_000, ofTable)
    const order = { userId: shop.ownerId, status: 'open', total: 5, tableId }
    expect((await admin.put(`/orders/${byHand}`, order)).status).toBe(200)
    // The table names neither bill, so it is free to move to
    expect((await bills.move(elsewhere, tableId)).status).toBe(200)
    const old = await createBill([500], { tableId, createdAt: '2020-01-01T00:00:00Z' })
    // The node repeats its notification: the payment is as old as before
    const again = { receivedAtMs: Date.now(), amountSat: 5_000 }
    await transactReceived([upsertNotification(hash, again)], hash, again)
    for (const orderId of [byHand, elsewhere, old]) {
      expect(await attach(hash, { orderId }, waiter)).toMatchObject(adminRequired)
    }
    expect((await attach(hash, { orderId: beside }, waiter)).status).toBe(200)
    // Its guests pay a part of what they had, also at another table
    const part = await bills.splitFirst(asked)
    const second = await receive(3_000, ofTable)
    expect(await prepaidOf(part)).toBeUndefined()
    expect((await bills.move(asked, await createTable())).status).toBe(200)
    expect((await attach(second, { orderId: asked }, waiter)).status).toBe(200)
  })

  it("of a table's code is for what was split off its bill since", async () => {
    const tableId = await bills.createTable()
    const asked = await bills.createBill([500, 2_000], { tableId })
    const ofTable = { shopRate, payCodeId: 'code', tableId, orderId: asked }
    const hash = await receive(5_000, ofTable)
    const part = await bills.splitFirst(asked)
    expect(await attach(hash, { orderId: part }, bills.waiter)).toMatchObject({
      status: 200,
      body: { ticketId: expect.any(String) },
    })
  })
})

describe('a payment sold in the store', () => {
  it('is sold once, for what was received, by an administrator', async () => {
    const coffee = await till.createProduct(2)
    const paymentHash = await receive(2_400, { shopRate, payCodeId: 'code' })
    const sale = { userId: shop.ownerId, items: [item(coffee)], amount: 2.5 }
    const sold = await attach(paymentHash, { sale })
    expect(sold).toMatchObject({ status: 200, body: { ticketId: expect.any(String) } })
    expect(await attach(paymentHash, { sale })).toMatchObject({
      status: 200,
      body: sold.body,
    })
    const dearer = { ...sale, amount: 3 }
    expect(await attach(paymentHash, { sale: dearer })).toMatchObject(
      conflict('payment_already_sold'),
    )
    expect(await till.stockOf(coffee)).toBe(1)
    expect(await isListed(paymentHash)).toBe(false)
    const { body: orders } = await admin.get('/orders/with-payments')
    expect(
      orders.find(({ id }: { id: string }) => id === sold.body.orderId),
    ).toMatchObject({ paymentHash, satoshiAmount: 2_400 })
  })

  it('stays unmatched when the cart cannot be sold', async () => {
    const paymentHash = await receive(2_500)
    const items = [item(await till.createProduct(0))]
    const sale = { userId: shop.ownerId, items, amount: 2.5 }
    expect(await attach(paymentHash, { sale })).toMatchObject({
      status: 400,
      body: { code: 'checkout_insufficient_stock' },
    })
    expect(await isListed(paymentHash)).toBe(true)
  })
})

it('dismisses a payment for a reason that the audit trail keeps', async () => {
  const paymentHash = await receive(21)
  expect(await act('dismiss', paymentHash, { reason: ' ' })).toMatchObject({
    status: 400,
  })
  const reason = 'A test of the node'
  expect(await act('dismiss', paymentHash, { reason })).toMatchObject({ status: 204 })
  await notifyShop(shop, { paymentHash, amountSat: 21 })
  expect(await isListed(paymentHash)).toBe(false)
  expect(await act('dismiss', paymentHash, { reason })).toMatchObject(
    conflict('payment_dismissed'),
  )
  const { body: entries } = await admin.get('/audit?kind=payment')
  expect(entries).toContainEqual(
    expect.objectContaining({
      subjectId: paymentHash,
      after: { dismissed: reason, amountSat: 21 },
    }),
  )
})

it.each(['f'.repeat(64), 'F'.repeat(63), 'x', '%23SALE', 'ü'.repeat(200)])(
  'returns 404 for the hash %s',
  async (hash) => {
    const body = { orderId: await bills.createBill([100]), cents: 1, reason: 'x' }
    for (const verb of ['attach', 'detach', 'dismiss']) {
      expect(await act(verb, encodeURIComponent(hash), body)).toMatchObject({
        status: 404,
        body: { message: 'Payment not found' },
      })
    }
  },
)

it('returns 404 for a payment that was asked for and not received', async () => {
  const paymentHash = newPaymentHash()
  await transact([putInvoice(paymentHash, { shopRate })])
  const body = { orderId: await bills.createBill([100]) }
  expect(await attach(paymentHash, body)).toMatchObject({ status: 404 })
})
