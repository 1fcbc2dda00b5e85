import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Bills, openBills } from '../../support/bills.ts'
import { cashiersOf } from '../../support/cashiers.ts'
import type { Answer, Client } from '../../support/client.ts'
import { refundsOf, refusedRefund } from '../../support/refunds.ts'
import { readDay } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { methodId, openTill, type Till } from '../../support/till.ts'
import { openWallet } from '../../support/wallet-client.ts'

let shop: Shop
let till: Till
let bills: Bills
let refunder: Client
let refunds: ReturnType<typeof refundsOf>
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
  bills = await openBills(shop)
  refunder = (await (await cashiersOf(shop, 'orders_refund')).login()).client
  refunds = refundsOf(shop, till)
})
afterAll(() => shop.close())
afterEach(() => shop.node.clearFaults())

/** Of a first payment of 31,250 to a node without a channel. */
const feeSat = 22_339

/** An invoice that was paid, of which the node kept the fee of a channel. */
async function paid(
  amountSat: number | null,
  { sentSat = amountSat, webhook }: { sentSat?: number | null; webhook?: 'lost' } = {},
): Promise<string> {
  const { body } = await till.admin.post('/wallet/createinvoice', {
    description: 'coffee',
    amountSat,
  })
  await shop.node.faults({ liquidityFeeSat: feeSat, webhook: webhook ?? null })
  const { status } = await shop.node.pay({
    paymentHash: body.paymentHash,
    amountSat: sentSat,
  })
  expect(status).toBe(200)
  await shop.node.clearFaults()
  return body.paymentHash
}

const feesOfDay = async () => Number((await readDay()).nodeFeeSat)

/** Sells a coffee for a payment, and returns its order's id. */
async function sell(paymentHash: string, satoshiAmount: number): Promise<string> {
  const byLightning = { paymentMethodId: methodId('BTC'), paymentHash, satoshiAmount }
  const cart = till.cart(await till.createProduct(1), 1, byLightning)
  const answer = await till.admin.post('/store/orders/checkout-if-paid', cart)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({
    status: 200,
    body: { status: 'completed' },
  })
  return answer.body.orderId
}

const listed = async (orderId: string) =>
  (await till.admin.get('/orders/with-payments')).body.find(
    ({ id }: { id: string }) => id === orderId,
  )

const invoiceOf = (amountSat: number) => refunds.invoiceOf(amountSat)

const mismatch = refusedRefund('refund_invoice_amount_mismatch', { field: 'invoice' })

describe("a payment of which the node kept a channel's fee", () => {
  it.each([['told by the webhook'], ['told by the node alone']])(
    '%s is sold in full, given back whole, and its fee counted once',
    async (told) => {
      const before = await feesOfDay()
      const isLost = told !== 'told by the webhook'
      const hash = await paid(31_250, isLost ? { webhook: 'lost' } : {})
      const orderId = await sell(hash, 31_250)
      const row = { satoshiAmount: 31_250, sentSat: 31_250, receivedSat: 8_911 }
      expect(await listed(orderId)).toMatchObject({ ...row, nodeFeeSat: feeSat })
      expect(
        await refunds.refund(orderId, { invoice: await invoiceOf(8_911) }),
      ).toMatchObject(mismatch)
      const whole = { invoice: await invoiceOf(31_250) }
      expect(await refunds.refund(orderId, whole)).toMatchObject({
        status: 200,
        body: { satoshiAmount: 31_250, status: 'refunded' },
      })
      expect((await feesOfDay()) - before).toBe(feeSat)
    },
  )

  it('for an invoice without an amount sells, and its fee goes back by an administrator', async () => {
    const before = await feesOfDay()
    const hash = await paid(null, { sentSat: 31_250 })
    const orderId = await sell(hash, 31_250)
    expect(await listed(orderId)).toMatchObject({ sentSat: 31_250, nodeFeeSat: feeSat })
    const back = async (amountSat: number, excess: boolean, client: Client) =>
      client.post(`/store/orders/${orderId}/refund`, {
        invoice: await invoiceOf(amountSat),
        excess,
      })
    expect(await back(31_250, false, till.admin)).toMatchObject(mismatch)
    expect(await back(31_250, true, refunder)).toMatchObject({
      status: 403,
      body: { message: 'Admin privileges required' },
    })
    expect(await back(31_251, true, till.admin)).toMatchObject(mismatch)
    expect(await back(31_250, true, till.admin)).toMatchObject({
      status: 200,
      body: { satoshiAmount: 31_250, status: 'refunded' },
    })
    expect((await feesOfDay()) - before).toBe(feeSat)
  })

  it('beyond its invoice goes back whole by an administrator alone', async () => {
    const orderId = await sell(await paid(31_250, { sentSat: 50_000 }), 31_250)
    const back = async (amountSat: number, body: object = {}): Promise<Answer> =>
      refunds.refund(orderId, { invoice: await invoiceOf(amountSat), ...body })
    expect(await back(50_000)).toMatchObject(mismatch)
    expect(await back(50_001, { excess: true })).toMatchObject(mismatch)
    expect(await back(50_000, { excess: true })).toMatchObject({
      status: 200,
      body: { satoshiAmount: 50_000, status: 'refunded' },
    })
  })

  it('of a quote goes back whole by whoever refunds', async () => {
    const items = [{ productId: await till.createProduct(1), quantity: 1 }]
    const { body: quote } = await till.cashier.post('/quotes', { kind: 'store', items })
    await shop.node.faults({ liquidityFeeSat: 100 })
    await shop.node.pay({ paymentHash: quote.paymentHash })
    await shop.node.clearFaults()
    const body = { invoice: await invoiceOf(quote.amountSat) }
    expect(await refunder.post(`/quotes/${quote.quoteId}/refund`, body)).toMatchObject({
      status: 200,
      body: { satoshiAmount: quote.amountSat },
    })
  })

  it('that no sale knows counts for what was sent: listed, attached and given back', async () => {
    const before = await feesOfDay()
    const unmatched = async (hash: string) =>
      (await till.admin.get('/payments/unmatched')).body.find(
        ({ paymentHash }: { paymentHash: string }) => paymentHash === hash,
      )
    const hash = await paid(31_250)
    expect(await unmatched(hash)).toMatchObject({ amountSat: 31_250 })
    const refund = async (amountSat: number) =>
      till.admin.post(`/payments/unmatched/${hash}/refund`, {
        invoice: await invoiceOf(amountSat),
      })
    expect(await refund(8_911)).toMatchObject(mismatch)
    expect(await refund(31_250)).toMatchObject({ status: 200 })

    const attached = await paid(31_250)
    const orderId = await bills.createBill([100_000])
    const kept = await till.admin.post(`/payments/unmatched/${attached}/attach`, {
      orderId,
    })
    expect(kept.status, JSON.stringify(kept.body)).toBe(200)
    expect(await bills.settle(orderId, kept.body.dueCents)).toMatchObject({ status: 200 })
    expect(await listed(orderId)).toMatchObject({
      satoshiAmount: 31_250,
      sentSat: 31_250,
      receivedSat: 8_911,
      nodeFeeSat: feeSat,
    })
    expect((await feesOfDay()) - before).toBe(2 * feeSat)
  })
})

it("the node's fees are a row of X and Z, and of their export", async () => {
  const shift = await till.admin.post('/shifts', {
    userId: shop.ownerId,
    shiftDate: '2026-05-01',
    startTime: '08:00',
    notes: '',
  })
  await sell(await paid(31_250), 31_250)
  const path = `/shifts/${shift.body.id}/breakdown`
  const { nodeFees } = (await till.admin.get(path)).body
  expect(nodeFees).toBeGreaterThanOrEqual(feeSat)
  await till.admin.post(`/shifts/${shift.body.id}/close`, {})
  expect((await till.admin.get(path)).body.nodeFees).toBe(nodeFees)
  expect(await feesOfDay()).toBe(0)
  const today = new Date().toISOString().slice(0, 10)
  const { body: csv } = await till.admin.get(
    `/reports/export?type=z-reports&startDate=${today}&endDate=${today}`,
  )
  const [header = '', ...rows] = (csv as string).trim().split('\r\n')
  const column = header.split(',').indexOf('nodeFeeSat')
  expect(rows.at(-1)?.split(',')[column]).toBe(String(nodeFees))
})

it("the wallet's lists and export have a fee with its payment, once", async () => {
  const wallet = await openWallet(shop)
  const hash = await paid(31_250)
  const incoming = (await wallet.get('/wallet/payments/incoming?limit=1')).body
  expect(incoming).toMatchObject([
    { paymentHash: hash, amountSat: 31_250, receivedSat: 8_911, fees: feeSat * 1_000 },
  ])
  const subTypes = async (query: string) =>
    (await wallet.get(`/wallet/payments/outgoing${query}`)).body.map(
      ({ subType }: { subType: string }) => subType,
    )
  expect(await subTypes('')).not.toContain('auto_liquidity')
  expect(await subTypes('?all=true')).toContain('auto_liquidity')
  const { body: csv } = await wallet.post('/wallet/export', {})
  const rows = (csv as string).split('\r\n').filter((row) => row.includes(String(feeSat)))
  const ofHash = rows.filter((row) => row.includes(hash))
  expect(ofHash).toHaveLength(1)
  expect(rows.every((row) => row.includes('incoming_payment'))).toBe(true)
})
