import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { handler as schedule } from '../../../functions/refunds/handler.ts'
import type { Client } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'
import { openWallet } from '../../support/wallet-client.ts'

let shop: Shop
let till: Till
let refunder: Client
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
  refunder = await shop.userWith('orders_refund')
})
afterAll(() => shop.close())
afterEach(() => shop.node.clearFaults())

type Paid = {
  readonly quoteId: string
  readonly amountSat: number
  readonly coffee: string
}

async function paidQuote(): Promise<Paid> {
  const coffee = await till.createProduct(5)
  const items = [{ productId: coffee, quantity: 1 }]
  const { body } = await till.cashier.post('/quotes', { kind: 'store', items })
  const made = body as Paid & { readonly paymentHash: string }
  await shop.node.pay({ paymentHash: made.paymentHash })
  return { ...made, coffee }
}

const invoiceOf = async (amountSat: number | null) =>
  (await shop.node.invoice({ amountSat })).body.serialized as string
const refund = ({ quoteId }: Paid, invoice: string, key?: string) =>
  refunder.post(
    `/quotes/${quoteId}/refund`,
    { invoice },
    key === undefined ? undefined : { 'idempotency-key': key },
  )
const sell = ({ quoteId }: Paid) =>
  till.cashier.post('/store/orders/checkout-if-paid', { quoteId })
const statusOf = async ({ quoteId }: Paid) =>
  ((await till.cashier.get(`/quotes/${quoteId}`)).body as { status: string }).status
it('pays back what was received, once, and sells nothing more', async () => {
  const made = await paidQuote()
  const { amountSat } = made
  expect(await refund(made, await invoiceOf(amountSat + 1))).toMatchObject({
    status: 409,
    body: { code: 'refund_invoice_amount_mismatch' },
  })
  const key = randomUUID()
  const invoice = await invoiceOf(amountSat)
  const answer = await refund(made, invoice, key)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({
    status: 200,
    body: { satoshiAmount: amountSat },
  })
  expect(await refund(made, invoice, key)).toMatchObject({
    status: 200,
    body: answer.body,
  })
  expect(await statusOf(made)).toBe('refunded')
  const again = await refund(made, await invoiceOf(amountSat))
  expect(again).toMatchObject({ status: 409, body: { code: 'payment_refunded' } })
  expect(await sell(made)).toMatchObject({ status: 409 })
  expect(await till.stockOf(made.coffee)).toBe(5)
})

it('is not for those who may not refund, nor of what is not paid', async () => {
  const made = await paidQuote()
  const invoice = await invoiceOf(made.amountSat)
  const path = `/quotes/${made.quoteId}/refund`
  expect((await till.cashier.post(path, { invoice })).status).toBe(403)
  const items = [{ productId: made.coffee, quantity: 1 }]
  const { body } = await till.cashier.post('/quotes', { kind: 'store', items })
  expect(await refund(body as Paid, invoice)).toMatchObject({
    status: 409,
    body: { code: 'quote_not_paid' },
  })
})

it('or its sale, whichever comes first, of many at once', async () => {
  for (let round = 0; round < 3; round += 1) {
    const made = await paidQuote()
    const invoices = await Promise.all([1, 2].map(() => invoiceOf(made.amountSat)))
    const answers = await Promise.all([
      sell(made),
      ...invoices.map((invoice) => refund(made, invoice)),
      sell(made),
    ])
    const isSold = [answers[0], answers[3]].some((answer) => answer?.status === 200)
    const refunds = answers.slice(1, 3).filter(({ status }) => status === 200)
    expect(refunds.length + (isSold ? 1 : 0)).toBe(1)
    expect(await till.stockOf(made.coffee)).toBe(isSold ? 4 : 5)
  }
})

it('that the node refuses frees the payment: it is sold, or paid back elsewhere', async () => {
  const made = await paidQuote()
  await shop.node.faults({ paymentFailure: 'not enough funds in wallet' })
  const refused = await refund(made, await invoiceOf(made.amountSat))
  expect(refused).toMatchObject({ status: 402 })
  expect(await statusOf(made)).toBe('paid')
  await shop.node.clearFaults()
  expect(await sell(made)).toMatchObject({ status: 200 })
})

it('whose answer was lost is found by the schedule, and pays once', async () => {
  const made = await paidQuote()
  const wallet = await openWallet(shop)
  await shop.node.faults({ refuse: true, path: '/payinvoice' })
  const invoice = await invoiceOf(made.amountSat)
  const inProgress = { status: 409, body: { code: 'refund_in_progress' } }
  expect(await refund(made, invoice)).toMatchObject(inProgress)
  expect(await sell(made)).toMatchObject({ status: 409 })
  await shop.node.clearFaults()
  await schedule()
  expect(await refund(made, invoice)).toMatchObject(inProgress)
  // The node has paid after all
  await wallet.post('/wallet/payinvoice', { invoice })
  await schedule()
  expect(await statusOf(made)).toBe('refunded')
  expect(await refund(made, invoice)).toMatchObject({ status: 409 })
})
