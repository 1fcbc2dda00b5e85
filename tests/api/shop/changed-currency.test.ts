import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inDeployment } from '../../../shared/current-shop.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { put } from '../../../shared/platform/dynamodb/write.ts'
import { type Bills, openBills } from '../../support/bills.ts'
import { cashiersOf } from '../../support/cashiers.ts'
import { forgetCurrencyOf, refundsOf } from '../../support/refunds.ts'
import { refused, tender } from '../../support/selling.ts'
import { type Shifts, shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { methodId, openTill, type Till } from '../../support/till.ts'
import { notifyShop } from '../../support/watchers.ts'

let shop: Shop
let till: Till
let bills: Bills
let shifts: Shifts
let refunds: ReturnType<typeof refundsOf>
/** May do all that it takes, but is no administrator. */
let manager: Awaited<ReturnType<Awaited<ReturnType<typeof cashiersOf>>['login']>>
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  // The shop knows no rates but those that tests write
  process.env.RATE_SIMULATOR_URL = 'http://127.0.0.1:1'
  till = await openTill(shop)
  bills = await openBills(shop)
  refunds = refundsOf(shop, till)
  shifts = await shiftsOf(shop)
  const permissions = ['settings_update', 'orders_refund', 'orders_settle'] as const
  manager = await (await cashiersOf(shop, ...permissions)).login()
})
afterAll(() => shop.close())
beforeEach(() => countIn('USD'))

/** Price of a bitcoin. In dollars 1,000 satoshis are a dollar. */
const rates = { USD: 100_000, JPY: 15_000_000, BTC: 1, XAF: undefined }

/** Changes the base currency, for which its rate is known if there is one, between two days. */
async function countIn(acronym: keyof typeof rates) {
  const rate = rates[acronym]
  const nowMs = Date.now()
  const kept = { rate, sources: ['test'], asOfMs: nowMs, askedAtMs: nowMs }
  if (rate) {
    const key = { pk: 'EXCHANGE-RATES', sk: acronym }
    await inDeployment(() => transact([put({ ...key, ...kept })]))
  }
  await shifts.closeShift(await shifts.createShift({ initialAmount: 0 }))
  const changed = await till.admin.put('/base-currency', { acronym })
  expect(changed.status).toBe(200)
}

async function configure(changes: object) {
  const config = (await till.admin.get('/config')).body
  const answer = await till.admin.put('/config', { ...config, ...changes })
  expect(answer.status).toBe(200)
}

/** An invoice of the manager's, paid. */
async function paidInvoice(satoshis: number) {
  const paymentHash = await manager.createInvoice(satoshis)
  await shop.node.pay({ paymentHash })
  return paymentHash
}

/** A coffee for 2.50. */
const coffeeFor = async (paymentHash: string) =>
  till.cart(await till.createProduct(1), 1, {
    paymentMethodId: methodId('BTC'),
    paymentHash,
  })

const adminsOnly = { status: 403, body: { message: 'Admin privileges required' } }
const tooSmall = refused('payment_too_small', { field: 'paymentHash' })
const differs = { status: 409, body: { code: 'currency_differs' } }

describe('a payout', () => {
  beforeAll(() => configure({ verifyCheckout: false, payoutLimitSat: 1_000 }))

  const sold = async (paymentHash: string) => {
    const { status, body } = await manager.checkout(await coffeeFor(paymentHash))
    expect(status).toBe(201)
    return body.orderId as string
  }
  const payOut = async (orderId: string, satoshis: number, client = manager.client) => {
    const invoice = await refunds.invoiceOf(satoshis)
    return client.post(`/store/orders/${orderId}/refund`, { invoice })
  }

  it.each(['BTC', 'JPY'] as const)(
    'of a payment asked for in %s and sold in dollars takes an administrator',
    async (acronym) => {
      await countIn(acronym)
      const paymentHash = await paidInvoice(500)
      await countIn('USD')
      const orderId = await sold(paymentHash)
      expect(await payOut(orderId, 500)).toMatchObject(adminsOnly)
      // Where the shop counts in another one, nobody pays it back
      await countIn(acronym)
      expect(await payOut(orderId, 500, till.admin)).toMatchObject(differs)
      await countIn('USD')
      expect(await payOut(orderId, 500, till.admin)).toMatchObject({ status: 200 })
    },
  )

  it('of a bill is bounded in the currency of its settlement', async () => {
    await countIn('BTC')
    const paymentHash = await paidInvoice(500)
    await countIn('USD')
    const id = await bills.createBill([250])
    const tenders = [tender('BTC', 250, { paymentHash })]
    const body = { userId: manager.id, tenders }
    const settled = await manager.client.post(`/orders/${id}/settle`, body)
    expect(settled.status).toBe(200)
    const refund = { invoice: await refunds.invoiceOf(500) }
    expect(await manager.client.post(`/orders/${id}/refund`, refund)).toMatchObject(
      adminsOnly,
    )
    await countIn('BTC')
    expect(await till.admin.post(`/orders/${id}/refund`, refund)).toMatchObject(differs)
  })

  it('of a sale that did not keep its currency takes an administrator', async () => {
    const orderId = await sold(await paidInvoice(2_500))
    await forgetCurrencyOf(orderId)
    expect(await payOut(orderId, 2_500)).toMatchObject(adminsOnly)
    expect(await payOut(orderId, 2_500, till.admin)).toMatchObject({ status: 200 })
  })

  it('of a quote is bounded in the currency of the quote', async () => {
    const productId = await till.createProduct(1)
    const goods = { kind: 'store', items: [{ productId, quantity: 1 }] }
    const { body: quote } = await manager.client.post('/quotes', goods)
    await shop.node.pay({ paymentHash: quote.paymentHash })
    await countIn('JPY')
    const invoice = await refunds.invoiceOf(quote.amountSat)
    const path = `/quotes/${quote.quoteId}/refund`
    expect(await manager.client.post(path, { invoice })).toMatchObject({ status: 200 })
  })
})

describe('where payments are verified, one', () => {
  beforeAll(() => configure({ verifyCheckout: true }))

  const settle = (orderId: string, paymentHash: string) =>
    manager.client.post(`/orders/${orderId}/settle`, {
      userId: manager.id,
      tenders: [tender('BTC', 250, { paymentHash })],
    })

  it.each(['JPY', 'XAF'] as const)(
    'that was asked for in %s sells nothing in dollars',
    async (acronym) => {
      await countIn(acronym)
      const paymentHash = await paidInvoice(1)
      await countIn('USD')
      const cart = await coffeeFor(paymentHash)
      expect(await manager.checkout(cart)).toMatchObject(tooSmall)
      expect(await manager.checkoutIfPaid(cart)).toMatchObject(tooSmall)
      const bill = await bills.createBill([250])
      expect(await settle(bill, paymentHash)).toMatchObject(tooSmall)
      // Asked for in dollars, it would have been too small as well
      const inDollars = await coffeeFor(await paidInvoice(1))
      expect(await manager.checkout(inDollars)).toMatchObject(tooSmall)
    },
  )

  it('sells for an administrator, and is in the audit trail as unpriced', async () => {
    await countIn('JPY')
    const { body } = await till.admin.post('/wallet/createinvoice', {
      description: 'coffee',
      amountSat: 2_500,
    })
    await shop.node.pay({ paymentHash: body.paymentHash })
    await countIn('USD')
    const cart = await coffeeFor(body.paymentHash)
    const sold = await till.admin.post('/store/orders/checkout', cart)
    expect(sold).toMatchObject({ status: 201 })
    const audit = (await till.admin.get('/audit?kind=payment')).body
    const ofSale = ({ subjectId }: { subjectId: string }) =>
      subjectId === sold.body.orderId
    expect(audit.find(ofSale)).toMatchObject({ after: { note: 'unpriced payment' } })
  })
})

describe('a quote', () => {
  type Quoted = { quoteId: string; paymentHash: string; amountSat: number }
  const quote = async (goods: object): Promise<Quoted> => {
    const { status, body } = await manager.client.post('/quotes', goods)
    expect(status).toBe(201)
    return body
  }
  const receive = ({ paymentHash, amountSat }: Quoted) =>
    notifyShop(shop, { paymentHash, amountSat })
  const attach = ({ paymentHash }: Quoted, orderId: string) =>
    manager.client.post(`/payments/unmatched/${paymentHash}/attach`, { orderId })

  it('of a cart sells nothing in another currency than its own', async () => {
    const productId = await till.createProduct(1)
    await countIn('JPY')
    const made = await quote({ kind: 'store', items: [{ productId, quantity: 1 }] })
    await receive(made)
    await countIn('USD')
    const sell = () =>
      manager.client.post('/store/orders/checkout-if-paid', { quoteId: made.quoteId })
    expect(await sell()).toMatchObject(differs)
    const { body } = await manager.client.get(`/quotes/${made.quoteId}`)
    expect(body).toMatchObject({ status: 'paid' })
    await countIn('JPY')
    const sold = await sell()
    expect(sold).toMatchObject({ status: 200 })
    await countIn('USD')
    expect(await sell()).toMatchObject({ status: 200, body: sold.body })
  })

  it('of a bill settles nothing in another currency than its own', async () => {
    await countIn('JPY')
    const orderId = await bills.createBill([250])
    const made = await quote({ kind: 'order', orderId })
    await receive(made)
    await countIn('USD')
    const settle = { quoteId: made.quoteId }
    expect(await manager.client.post(`/orders/${orderId}/settle`, settle)).toMatchObject(
      differs,
    )
    expect(await attach(made, orderId)).toMatchObject(differs)
  })

  it('that is attached to its bill counts in the currency in which it was', async () => {
    await countIn('JPY')
    const orderId = await bills.createBill([250])
    const made = await quote({ kind: 'order', orderId, paidCents: 1 })
    await receive(made)
    expect(await attach(made, orderId)).toMatchObject({ body: { dueCents: 1 } })
    await countIn('USD')
    const settle = (cents: number) =>
      manager.client.post(`/orders/${orderId}/settle`, {
        userId: manager.id,
        tenders: [tender('Cash', cents)],
      })
    expect(await settle(1)).toMatchObject(differs)
    // Its dishes are ordered again, at the prices of today
    const [line] = await bills.idsOf(orderId)
    const dishes = [{ dishId: bills.soup, priceAtOrder: 2.5 }]
    expect(await bills.addDishes(orderId, dishes)).toMatchObject({ status: 201 })
    const removed = await till.admin.del(`/orders/${orderId}/dishes/${line}`)
    expect(removed.status).toBe(204)
    const refused = { status: 409, body: { code: 'prepaid_in_another_currency' } }
    expect(await settle(1)).toMatchObject(refused)
    const asked = { kind: 'order', orderId }
    expect(await manager.client.post('/quotes', asked)).toMatchObject(refused)
    const path = `/payments/unmatched/${made.paymentHash}/detach`
    expect(await till.admin.post(path)).toMatchObject({ status: 204 })
    expect(await settle(250)).toMatchObject({ status: 200 })
  })
})

it('a bill of another currency is counted in X, and is in no sum of it', async () => {
  const rows = async () => {
    const { openBills, cancelledLines } = await shifts.breakdown(shift)
    return { openBills, cancelledLines }
  }
  await countIn('JPY')
  const orderId = await bills.createBill([700, 800])
  const fired = await till.admin.post(`/orders/${orderId}/fire`, { onScreen: true })
  expect(fired.status).toBe(200)
  await countIn('USD')
  const shift = await shifts.createShift({ initialAmount: 0 })
  const before = await rows()
  expect(before.openBills).toMatchObject({ count: expect.any(Number), total: 0 })
  const [line] = await bills.idsOf(orderId)
  await till.admin.del(`/orders/${orderId}/dishes/${line}`)
  await till.admin.del(`/orders/${orderId}`)
  expect(await rows()).toEqual({
    openBills: { count: before.openBills.count - 1, total: 0 },
    cancelledLines: { count: before.cancelledLines.count + 2, total: 0 },
  })
  await shifts.closeShift(shift)
})
