import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { findOrder } from '../../../shared/selling/sales/orders.ts'
import {
  type HashInvoice,
  putInvoice,
} from '../../../shared/selling/sales/payment-hashes.ts'
import { type Bills, openBills } from '../../support/bills.ts'
import { item, readDay, receivePayment, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { methodId, newPaymentHash, openTill, type Till } from '../../support/till.ts'
import { notifyShop } from '../../support/watchers.ts'

let shop: Shop
let till: Till
let bills: Bills
let coffee: string
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  bills = await openBills(shop)
  coffee = await till.createProduct(100)
})
afterAll(() => shop.close())

/** At 100,000 dollars a bitcoin, a coffee of 2.50 is worth 2,500 satoshis. */
const shopRate = { currency: 'USD', rate: 100_000 }

/** The node's report of a payment to an invoice that the shop's owner made. */
async function receive(amountSat: number, invoice: Partial<HashInvoice> = {}) {
  const paymentHash = newPaymentHash()
  await transact([putInvoice(paymentHash, { ...ownersInvoice, ...invoice })])
  await notifyShop(shop, { paymentHash, amountSat })
  return paymentHash
}
const ownersInvoice = { isByAdmin: true, shopRate }

/** Sells a coffee over Lightning and returns its order's id. */
async function sell(paymentHash: string | null, fields: object = {}): Promise<string> {
  const byLightning = { paymentMethodId: methodId('BTC'), paymentHash, ...fields }
  const cart = till.cart(coffee, 1, byLightning)
  const { status, body } = await till.admin.post('/store/orders/checkout', cart)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.orderId
}

type Entry = { readonly subjectId: string; readonly after: object }

const notesOf = async (subjectId: string): Promise<object[]> => {
  const { body } = await till.admin.get('/audit?kind=payment')
  return body
    .filter((entry: Entry) => entry.subjectId === subjectId)
    .map(({ after }: Entry) => after)
}

const bitcoinOfDay = async () => {
  const { bitcoinWithoutPayment, overpaidSat } = await readDay()
  return { ...bitcoinWithoutPayment, overpaidSat }
}

/** Returns the additions of some work to the day. */
async function added(work: () => Promise<unknown>) {
  const before = await bitcoinOfDay()
  await work()
  const after = await bitcoinOfDay()
  return {
    count: after.count - before.count,
    cents: Number(after.cents) - Number(before.cents),
    overpaidSat: Number(after.overpaidSat) - Number(before.overpaidSat),
  }
}

const nothing = { count: 0, cents: 0, overpaidSat: 0 }

describe('Bitcoin of a sale', () => {
  it('that was paid as it was asked for leaves no entry', async () => {
    let orderId = ''
    const sum = await added(async () => {
      orderId = await sell(await receive(2_500, { amountSat: 2_500 }))
    })
    expect(sum).toEqual(nothing)
    expect(await notesOf(orderId)).toEqual([])
  })

  it('without a payment, or with a hash that nobody has paid, is counted and entered', async () => {
    const unknown = newPaymentHash()
    for (const paymentHash of [null, unknown]) {
      let orderId = ''
      const sum = await added(async () => {
        orderId = await sell(paymentHash)
      })
      expect(sum).toEqual({ count: 1, cents: 250, overpaidSat: 0 })
      expect(await notesOf(orderId)).toMatchObject([
        { note: 'no payment on record', paymentHash, amountCents: 250 },
      ])
    }
    // The payment is told later, and told again
    const told = await added(async () => {
      await notifyShop(shop, { paymentHash: unknown, amountSat: 2_500 })
      await notifyShop(shop, { paymentHash: unknown, amountSat: 2_500 })
    })
    expect(told).toEqual({ count: -1, cents: -250, overpaidSat: 0 })
  })

  it('that a Z has counted without a payment stays there', async () => {
    const paymentHash = newPaymentHash()
    await sell(paymentHash)
    const shift = await till.admin.pos.shifts.create({
      body: { userId: shop.ownerId, shiftDate: '', startTime: '', notes: '' },
    })
    await till.admin.post(`/shifts/${shift.id}/close`)
    const { body: z } = await till.admin.get(`/shifts/${shift.id}/z-report`)
    expect(z.bitcoinWithoutPayment.count).toBeGreaterThan(0)
    const late = () => notifyShop(shop, { paymentHash, amountSat: 2_500 })
    expect(await added(late)).toEqual(nothing)
  })

  it.each([
    ['of twice its invoice', 5_000, { amountSat: 2_500 }, 2_500],
    ['of an invoice for more than was sold', 100_000, { amountSat: 100_000 }, 97_500],
    ['of any amount', 10_000, { amountSat: null }, 7_500],
  ])(
    '%s is overpaid, with both sides in the entry',
    async (_, sat, invoice, overpaidSat) => {
      const paymentHash = await receive(sat, invoice)
      let orderId = ''
      const sum = await added(async () => {
        orderId = await sell(paymentHash)
      })
      expect(sum).toEqual({ ...nothing, overpaidSat })
      expect(await notesOf(orderId)).toMatchObject([
        {
          note: 'overpaid',
          paymentHash,
          receivedSat: sat,
          overpaidSat,
          amountCents: 250,
        },
      ])
    },
  )

  it.each([
    ['than the goods are worth', { amountSat: 25 }, {}],
    [
      'than the till says',
      { amountSat: 25, shopRate: undefined },
      { satoshiAmount: 2_500 },
    ],
  ])('of fewer satoshis %s is entered with both sides', async (_, invoice, fields) => {
    const paymentHash = await receive(25, invoice)
    let orderId = ''
    const sum = await added(async () => {
      orderId = await sell(paymentHash, fields)
    })
    expect(sum).toEqual(nothing)
    expect(await notesOf(orderId)).toMatchObject([
      { note: 'underpaid', paymentHash, receivedSat: 25, amountCents: 250 },
    ])
  })

  it('that was received long before says when', async () => {
    const paymentHash = await receivePayment(2_500, 20 * 60_000)
    const orderId = await sell(paymentHash)
    expect(await notesOf(orderId)).toMatchObject([
      { note: 'received more than 15 minutes before', receivedAt: expect.any(String) },
    ])
  })

  it('of a bill is counted alike', async () => {
    const id = await bills.createBill([400])
    const tenders = [tender('BTC', 300), tender('BTC', 100)]
    const settle = () => bills.settle(id, 0, { tenders })
    expect(await added(settle)).toEqual({ count: 2, cents: 400, overpaidSat: 0 })
    expect(await notesOf(id)).toMatchObject([{ note: 'no payment on record' }])
  })
})

it('an overpayment that its bill keeps until it is settled is counted alike, at what was asked', async () => {
  const whole = await bills.createBill([500])
  const kept = await bills.createBill([900])
  for (const [orderId, due] of [
    [whole, 0],
    [kept, 400],
  ] as const) {
    let paymentHash = ''
    const settled = await added(async () => {
      paymentHash = await receive(5_000, {
        amountSat: 2_500,
        dueCents: 250,
        orderId,
        quoteId: 'a quote',
      })
      const path = `/payments/unmatched/${paymentHash}/attach`
      expect((await till.admin.post(path, { orderId })).status).toBe(200)
      if (due > 0) expect((await bills.settle(orderId, due)).status).toBe(200)
    })
    expect(settled).toEqual({ ...nothing, overpaidSat: 2_500 })
    expect(await notesOf(orderId)).toMatchObject([
      { note: 'overpaid', askedSat: 2_500, receivedSat: 5_000, overpaidSat: 2_500 },
    ])
    const sold = await findOrder(orderId)
    const rows = sold?.sale?.tenders.map(({ lightning }) => lightning)
    expect(rows).toContainEqual(
      expect.objectContaining({ paymentHash, satoshiAmount: 2_500, sentSat: 5_000 }),
    )
  }
})

it('a payment that is attached to another bill than its own names both', async () => {
  const [own, other] = [await bills.createBill([250]), await bills.createBill([900])]
  const paymentHash = await receive(2_500, { orderId: own, quoteId: 'a quote' })
  const path = `/payments/unmatched/${paymentHash}/attach`
  const waiter = await bills.waiter.post(path, { orderId: other })
  expect(waiter.status).toBe(403)
  expect((await till.admin.post(path, { orderId: other })).status).toBe(200)
  expect(await notesOf(paymentHash)).toMatchObject([{ attached: other, askedFor: own }])
})

it('added tax that a till keeps back is in the audit trail', async () => {
  const { body: config } = await till.admin.get('/config')
  await till.admin.put('/config', { ...config, pricesIncludeTax: false })
  const { body: tax } = await till.admin.post('/taxes', {
    name: 'VAT',
    ratePercent: 10,
    isDefault: true,
  })
  const cart = (amount: number) => ({
    ...till.cart(coffee, 1, { amount }),
    items: [item(coffee, { priceAtOrder: 1_000 })],
  })
  const keptBack = await till.admin.post('/store/orders/checkout', cart(10))
  const whole = await till.admin.post('/store/orders/checkout', cart(11))
  const { body: entries } = await till.admin.get('/audit?kind=discount')
  const sumsOf = (orderId: string) =>
    entries
      .filter((entry: Entry) => entry.subjectId === orderId)
      .map(
        ({ after: { keptBackTaxCents } }: { after: Record<string, number> }) =>
          keptBackTaxCents,
      )
  expect(sumsOf(keptBack.body.orderId)).toEqual([100])
  expect(sumsOf(whole.body.orderId)).toEqual([undefined])
  await till.admin.put('/config', config)
  await till.admin.del(`/taxes/${tax.id}`)
})
