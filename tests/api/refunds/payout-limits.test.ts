import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { deleteIfPresent, put } from '../../../shared/platform/dynamodb/write.ts'
import {
  type HashInvoice,
  invoiceKey,
} from '../../../shared/selling/sales/payment-hashes.ts'
import { cashiersOf } from '../../support/cashiers.ts'
import { forgetCurrencyOf, refundsOf } from '../../support/refunds.ts'
import { readDay } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { methodId, openTill, type Till } from '../../support/till.ts'
import { openWallet, sentBy } from '../../support/wallet-client.ts'

let shop: Shop
let till: Till
let refunds: ReturnType<typeof refundsOf>
let wallet: Awaited<ReturnType<typeof openWallet>>
let cashier: Awaited<ReturnType<Awaited<ReturnType<typeof cashiersOf>>['login']>>
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  // The shop knows no rate but those that tests write
  process.env.RATE_SIMULATOR_URL = 'http://127.0.0.1:1'
  till = await openTill(shop)
  wallet = await openWallet(shop)
  refunds = refundsOf(shop, till)
  cashier = await (await cashiersOf(shop, 'orders_refund')).login()
})
afterAll(() => shop.close())
afterEach(() => shop.node.clearFaults())

const limitSat = 1_000
const today = () => new Date().toISOString().slice(0, 10)
beforeEach(async () => {
  const key = { pk: 'PAYOUT-DAY', sk: today() }
  await transact([deleteIfPresent(key)])
  await configure({ payoutLimitSat: limitSat })
})

async function configure(changes: object) {
  const config = (await till.admin.get('/config')).body
  const answer = await till.admin.put('/config', { ...config, ...changes })
  expect(answer.status).toBe(200)
}

/** Two coffees for 5.00 that were paid by an invoice of the cashier's; its shop's rate is set. */
async function sold(satoshis: number, terms: object = {}, shopRate?: object) {
  const paymentHash = await cashier.createInvoice(satoshis, terms)
  await shop.node.pay({ paymentHash })
  if (shopRate) {
    const invoice = (await read<HashInvoice>(invoiceKey(paymentHash))) as HashInvoice
    await transact([put({ ...invoice, shopRate })])
  }
  const paymentMethodId = methodId('BTC')
  const cart = till.cart(await till.createProduct(5), 2, { paymentMethodId, paymentHash })
  return (await cashier.checkout(cart)).body.orderId as string
}

const payOut = async (orderId: string, satoshis: number, client = cashier.client) => {
  const invoice = await refunds.invoiceOf(satoshis)
  return client.post(`/store/orders/${orderId}/refund`, { invoice })
}

const adminsOnly = { status: 403, body: { message: 'Admin privileges required' } }

describe('payouts by users who are not administrators', () => {
  it('are limited a day, all together, where the shop knew no rate', async () => {
    const orders: string[] = []
    for (let at = 0; at < 6; at += 1) orders.push(await sold(300))
    const sent = await sentBy(wallet, async () => {
      const answers = await Promise.all(orders.map((orderId) => payOut(orderId, 300)))
      const paid = answers.filter(({ status }) => status === 200)
      expect(paid).toHaveLength(3)
      const others = answers.filter(({ status }) => status !== 200)
      for (const answer of others) expect(answer).toMatchObject(adminsOnly)
    })
    expect(sent).toBe(900)
    expect(await payOut(await sold(limitSat + 1), limitSat + 1)).toMatchObject(adminsOnly)
    const large = await sold(limitSat + 1)
    expect(await payOut(large, limitSat + 1, till.admin)).toMatchObject({ status: 200 })
  })

  it('take nothing of the limit when the node refuses to pay', async () => {
    const orderId = await sold(limitSat)
    await shop.node.faults({ paymentFailure: 'not enough funds in wallet' })
    expect(await payOut(orderId, limitSat)).toMatchObject({ status: 402 })
    await shop.node.clearFaults()
    expect(await payOut(orderId, limitSat)).toMatchObject({ status: 200 })
  })

  it("are bounded by the shop's own rate instead, where it knew one", async () => {
    const at = (rate: number) => ({ currency: 'USD', rate })
    // 5.00 are 2,500 satoshis at 200,000 a bitcoin
    const fair = await sold(2_500, {}, at(200_000))
    expect(await payOut(fair, 2_500)).toMatchObject({ status: 200 })
    const half = await sold(5_000, {}, at(200_000))
    expect(await payOut(half, 5_000)).toMatchObject({ status: 200 })
    const claimed = await sold(5_001, {}, at(200_000))
    expect(await payOut(claimed, 5_001)).toMatchObject(adminsOnly)
    expect(await payOut(claimed, 5_001, till.admin)).toMatchObject({ status: 200 })
  })

  it('are bounded so for sales that did not keep their currency, too, until it changes', async () => {
    const rated = (satoshis: number) =>
      sold(satoshis, {}, { currency: 'USD', rate: 200_000 })
    const [fair, claimed] = [await rated(2_500), await rated(5_001)]
    for (const orderId of [fair, claimed]) await forgetCurrencyOf(orderId)
    expect(await payOut(fair, 2_500)).toMatchObject({ status: 200 })
    expect(await payOut(claimed, 5_001)).toMatchObject(adminsOnly)
  })

  it("are neither allowed nor refused by a client's rate", async () => {
    const at = (exchangeRate: number) => ({ exchangeRate, exchangeRateCurrency: 'usd' })
    expect(await payOut(await sold(1_001, at(1)), 1_001)).toMatchObject(adminsOnly)
    expect(await payOut(await sold(900, at(2_000_000)), 900)).toMatchObject({
      status: 200,
    })
  })

  it('count for the day, and as satoshis paid out since the last Z', async () => {
    const before = Number((await readDay()).paidOutSat)
    expect(await payOut(await sold(700), 700)).toMatchObject({ status: 200 })
    expect(Number((await readDay()).paidOutSat) - before).toBe(700)
    expect(await read({ pk: 'PAYOUT-DAY', sk: today() })).toMatchObject({ satoshis: 700 })
    await configure({ payoutLimitSat: 699 })
    expect(await payOut(await sold(1), 1)).toMatchObject(adminsOnly)
  })
})

it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'a change of the time zone to %s leaves the limit of the day used up',
  async (timezone) => {
    expect(await payOut(await sold(700), 700)).toMatchObject({ status: 200 })
    await configure({ timezone })
    expect(await payOut(await sold(301), 301)).toMatchObject(adminsOnly)
    await configure({ timezone: null })
  },
)

describe('a payout whose end is unknown', () => {
  it('is one of the 50 refunds that an order has at most', async () => {
    const orderId = await sold(1_000)
    await shop.node.faults({ refuse: true, path: '/payinvoice' })
    const begun = { invoice: await refunds.invoiceOf(600), amountCents: 300 }
    await refunds.refund(orderId, begun)
    const refundCent = () => refunds.refund(orderId, { amountCents: 1 })
    for (let count = 1; count <= 49; count += 1) {
      expect((await refundCent()).status).toBe(200)
    }
    expect(await refundCent()).toMatchObject({
      status: 400,
      body: { message: 'Invalid request: an order has at most 50 refunds' },
    })
  })

  it('leaves the till what it does not reserve', async () => {
    const orderId = await sold(1_000)
    const refund = (body: object) => refunds.refund(orderId, body)
    const invoice = await refunds.invoiceOf(600)
    await shop.node.faults({ refuse: true, path: '/payinvoice' })
    const begun = { invoice, amountCents: 300 }
    expect(await refund(begun)).toMatchObject({ body: { code: 'refund_in_progress' } })
    const other = { invoice: await refunds.invoiceOf(100), amountCents: 50 }
    expect(await refund(other)).toMatchObject({ body: { code: 'refund_in_progress' } })
    expect(await refund({ amountCents: 150 })).toMatchObject({
      status: 200,
      body: { amountCents: 150, status: 'partially_refunded' },
    })
    expect(await refund({ amountCents: 51 })).toMatchObject({
      status: 409,
      body: { code: 'refund_in_progress' },
    })
    expect(await refund({})).toMatchObject({ status: 200, body: { amountCents: 50 } })
    expect(await refund({})).toMatchObject({ body: { code: 'refund_in_progress' } })
  })
})
