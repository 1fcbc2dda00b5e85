import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { handler as runSchedule } from '../../functions/refunds/handler.ts'
import { refundsOf } from '../support/refunds.ts'
import { isLongRun } from '../support/scale.ts'
import { readDay } from '../support/selling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { methodId, openTill, type Till } from '../support/till.ts'
import { openWallet } from '../support/wallet-client.ts'
import { type Fault, failure, lostReply } from './fault.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

let proxy: FaultProxy
let shop: Shop
let till: Till
let refunds: ReturnType<typeof refundsOf>
let wallet: Awaited<ReturnType<typeof openWallet>>
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint, node: 'direct' })
  till = await openTill(shop)
  wallet = await openWallet(shop)
  refunds = refundsOf(shop, till)
})
afterEach(async () => {
  vi.useRealTimers()
  proxy.reset()
  await shop.node.clearFaults()
})
afterAll(async () => {
  await shop.close()
  proxy.close()
})

/** Two coffees for 1,000 satoshis, of five in stock, and an invoice for all of it. */
async function sold() {
  const coffee = await till.createProduct(5)
  const orderId = await refunds.sellForSatoshis(1_000, (paymentHash) =>
    till.cart(coffee, 2, { paymentMethodId: methodId('BTC'), paymentHash }),
  )
  const invoice = await refunds.invoiceOf(1_000, { expirySeconds: 600 })
  return { coffee, orderId, invoice }
}

/** What the books say of an order, its product and the day, and what the node has sent. */
async function books({ coffee, orderId }: { coffee: string; orderId: string }) {
  const { body } = await till.getOrder(orderId)
  const { refunds: ofDay } = await readDay()
  const sent = (await wallet.get('/wallet/payments/outgoing?limit=1000')).body
  const audit = (await till.admin.get('/audit?kind=refund')).body
  return {
    refunds: body.refunds.length,
    stock: await till.stockOf(coffee),
    refundedCents: ofDay.reduce((sum, { cents }) => sum + Number(cents), 0),
    payments: sent.length,
    audited: audit.filter(
      (entry: { subjectId: string; after: object }) =>
        entry.subjectId === orderId && 'amountCents' in entry.after,
    ).length,
  }
}

type Books = Awaited<ReturnType<typeof books>>

/** Either all of it happened once, or nothing did; which one, the payments say. */
function expectOnceOrNothing(before: Books, after: Books): number {
  const payments = after.payments - before.payments
  expect([0, 1]).toContain(payments)
  expect(after).toMatchObject({
    refunds: payments,
    stock: before.stock + 2 * payments,
    refundedCents: before.refundedCents + 500 * payments,
  })
  return payments
}

/** The function dies at a call of the table: this one and all that follow fail. */
const die = (nth: number, fault: Fault) =>
  proxy.inject({ nth, times: Number.POSITIVE_INFINITY, fault })

/** The steps of a payout at the table; a till's refund has fewer. */
const steps = Array.from({ length: 14 }, (_, at) => at + 1)

/** Clients and the schedule go on when the invoice has expired. */
async function later(): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 700_000 })
  await runSchedule()
}

describe.each(isLongRun ? [failure, lostReply] : [lostReply])('$kind', (fault) => {
  it.each(isLongRun ? steps : [4, 6, 7, 8, 12])(
    'at call %i of a payout and all that follow: money leaves once or not at all',
    { timeout: 60_000 },
    async (nth) => {
      const sale = await sold()
      const { orderId, invoice } = sale
      const before = await books(sale)
      const key = { 'Idempotency-Key': randomUUID() }
      proxy.reset()
      die(nth, fault)
      await refunds.refund(orderId, { invoice }, key)
      proxy.reset()
      await later()
      await till.getOrder(orderId)
      const payments = expectOnceOrNothing(before, await books(sale))
      const { body } = await refunds.refund(orderId, {})
      expect(body).toMatchObject(
        payments === 1 ? { code: 'already_refunded' } : { amountCents: 500 },
      )
    },
  )
})

it('a payout that dies at any call is finished by its repetition', {
  timeout: 60_000,
}, async () => {
  for (const nth of isLongRun ? steps : [7, 9, 11]) {
    const sale = await sold()
    const before = await books(sale)
    const key = { 'Idempotency-Key': randomUUID() }
    const refund = () => refunds.refund(sale.orderId, { invoice: sale.invoice }, key)
    proxy.reset()
    die(nth, lostReply)
    await refund()
    proxy.reset()
    const again = await refund()
    const after = await books(sale)
    if (again.status === 200) {
      expect(expectOnceOrNothing(before, after)).toBe(1)
      expect((await refund()).body).toEqual(again.body)
    } else {
      expect(again).toMatchObject({ status: 409 })
      expect(expectOnceOrNothing(before, after)).toBe(0)
    }
  }
})

it.each([1, 2, 3, 4])(
  'a refund at the till, with a lost reply at call %i, is made once',
  async (nth) => {
    const coffee = await till.createProduct(5)
    const orderId = await refunds.sell(till.cart(coffee, 2))
    const key = { 'Idempotency-Key': randomUUID() }
    proxy.reset()
    proxy.inject({ nth, fault: lostReply })
    const first = await refunds.refund(orderId, { amountCents: 100 }, key)
    expect(first.status).toBe(200)
    expect((await refunds.refund(orderId, { amountCents: 100 }, key)).body).toEqual(
      first.body,
    )
    expect((await till.getOrder(orderId)).body.refunds).toHaveLength(1)
  },
)

it('two tills with the same invoice and with others pay out once', async () => {
  const sale = await sold()
  const before = await books(sale)
  const other = await refunds.invoiceOf(1_000)
  await shop.node.faults({ slowMs: 100, path: '/payinvoice' })
  const answers = await Promise.all(
    [sale.invoice, sale.invoice, other, other].map((invoice) =>
      refunds.refund(sale.orderId, { invoice }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
  expect(expectOnceOrNothing(before, await books(sale))).toBe(1)
})
