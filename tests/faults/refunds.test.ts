import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest'
import { handler as runSchedule } from '../../functions/refunds/handler.ts'
import { expectOnceOrNothing, readBooks, sellToRefund } from '../support/refund-books.ts'
import { refundsOf, refusedRefund } from '../support/refunds.ts'
import { drawn } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTill, type Till } from '../support/till.ts'
import { openWallet } from '../support/wallet-client.ts'
import { type Fault, failure, lostReply, outage } from './fault.ts'
import { type FaultProxy, startFaultProxy, withoutRetries } from './proxy.ts'

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

const sold = () => sellToRefund(till, refunds)
const books = (sale: Parameters<typeof readBooks>[2]) => readBooks(till, wallet, sale)

/** The function dies at a call of the table: this one and all that follow fail. */
const die = (nth: number, fault: Fault) => {
  proxy.reset()
  proxy.inject({ nth, times: Number.POSITIVE_INFINITY, fault })
}

/** The schedule and a read of the order come when the invoice has expired. */
async function later(orderId: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 700_000 })
  await runSchedule()
  await till.getOrder(orderId)
  vi.useRealTimers()
}

/** Every call of a payout at the table, and some beyond. */
const steps = Array.from({ length: 15 }, (_, at) => at + 1)

it.each(
  drawn(
    [{ nth: 8, fault: lostReply }],
    [
      { nth: 8, fault: failure },
      ...[outage, lostReply].flatMap((fault) => steps.map((nth) => ({ nth, fault }))),
    ],
  ),
)(
  '$fault.kind at call $nth of a payout and all that follow: money leaves once or not at all',
  async ({ nth, fault }) => {
    const sale = await sold()
    const { orderId, invoice } = sale
    const before = await books(sale)
    die(nth, fault)
    await refunds.refund(orderId, { invoice }, { 'Idempotency-Key': randomUUID() })
    proxy.reset()
    await later(orderId)
    const payments = expectOnceOrNothing(before, await books(sale))
    const { body } = await refunds.refund(orderId)
    expect(body).toMatchObject(
      payments === 1 ? { code: 'already_refunded' } : { amountCents: 500 },
    )
  },
)

it.each(drawn([11], steps))(
  'a payout that dies at call %i is brought to its end by its repetition',
  async (nth) => {
    const sale = await sold()
    const before = await books(sale)
    const key = { 'Idempotency-Key': randomUUID() }
    const refund = () => refunds.refund(sale.orderId, { invoice: sale.invoice }, key)
    die(nth, lostReply)
    await refund()
    proxy.reset()
    const again = await refund()
    const after = await books(sale)
    if (again.status === 200) {
      expect(expectOnceOrNothing(before, after)).toBe(1)
      expect((await refund()).body).toEqual(again.body)
    } else {
      expect(again).toMatchObject(
        again.body.code ? refusedRefund('refund_in_progress') : { status: 409 },
      )
      expect(expectOnceOrNothing(before, after)).toBe(0)
    }
  },
)

it.each(drawn([4], [1, 2, 3, 4]))(
  'a refund at the till, with a lost reply at call %i, is made once',
  async (nth) => {
    const orderId = await refunds.sell(till.cart(await till.createProduct(5), 2))
    const key = { 'Idempotency-Key': randomUUID() }
    const refund = () => refunds.refund(orderId, { amountCents: 100 }, key)
    proxy.reset()
    proxy.inject({ nth, fault: lostReply })
    const first = await refund()
    expect(first.status).toBe(200)
    expect((await refund()).body).toEqual(first.body)
    expect((await till.getOrder(orderId)).body.refunds).toHaveLength(1)
  },
)

it('two tills with the same invoice and with others pay out once', async () => {
  const sale = await sold()
  const before = await books(sale)
  const other = await refunds.invoiceOf(1_000)
  await shop.node.faults({ slowMs: 50, path: '/payinvoice' })
  const answers = await Promise.all(
    [sale.invoice, sale.invoice, other, other].map((invoice) =>
      refunds.refund(sale.orderId, { invoice }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
  expect(expectOnceOrNothing(before, await books(sale))).toBe(1)
})

it('a payout asks the table eleven times, of which three are to keep its state', async () => {
  const { orderId, invoice } = await sold()
  proxy.reset()
  expect((await refunds.refund(orderId, { invoice })).status).toBe(200)
  const operations = withoutRetries(proxy.calls()).map(({ operation }) => operation)
  expect(operations.toSorted()).toEqual([
    // User and role; the limit of payouts; products
    'BatchGetItem',
    'BatchGetItem',
    'BatchGetItem',
    // The order, and again with its payout once that is paid; the number of the last refund
    'GetItem',
    'GetItem',
    'GetItem',
    'GetItem',
    // The records of the sale's payment hash
    'Query',
    // Begun, paid, finished
    'TransactWriteItems',
    'TransactWriteItems',
    'TransactWriteItems',
  ])
})
