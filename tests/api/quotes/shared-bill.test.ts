import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openBills } from '../../support/bills.ts'
import { refundsOf } from '../../support/refunds.ts'
import { tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill } from '../../support/till.ts'

let shop: Shop
let bills: Awaited<ReturnType<typeof openBills>>
let order: string
let refunds: ReturnType<typeof refundsOf>
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  bills = await openBills(shop)
  refunds = refundsOf(shop, await openTill(shop))
  const { body: config } = await bills.admin.get('/config')
  const manualRate = { currency: 'USD', rate: 100_000 }
  expect((await bills.admin.put('/config', { ...config, manualRate })).status).toBe(200)
})
afterAll(() => shop.close())
beforeEach(async () => {
  order = await bills.createBill([4_000])
})

type Share = { readonly quoteId: string; readonly paymentHash: string; dueCents: number }

/** A quote of a guest's share of the bill. */
async function shareOf(cents: number, orderId = order): Promise<Share> {
  const body = { kind: 'order', orderId, paidCents: 4_000 - cents }
  const answer = await bills.waiter.post('/quotes', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

const pay = ({ paymentHash }: Share) => shop.node.pay({ paymentHash })
const byQuote = ({ quoteId, dueCents }: Share) => tender('BTC', dueCents, { quoteId })
const byHash = ({ paymentHash, dueCents }: Share) =>
  tender('BTC', dueCents, { paymentHash })
const settle = (tenders: readonly object[], more: object = {}) =>
  bills.waiter.post(`/orders/${order}/settle`, {
    tenders,
    userId: shop.ownerId,
    ...more,
  })

const pending = { status: 202, body: { status: 'pending' } }

it('guests pay their shares by phone, beside cash, and the bill is settled once', async () => {
  const shares = [await shareOf(1_334), await shareOf(1_333), await shareOf(1_000)]
  const [first, second, third] = shares as [Share, Share, Share]
  const tenders = [byQuote(first), byHash(second), byQuote(third), tender('Cash', 333)]
  await pay(first)
  await pay(second)
  expect(await settle(tenders)).toMatchObject(pending)
  await pay(third)
  const settled = await settle(tenders)
  expect(settled.status, JSON.stringify(settled.body)).toBe(200)
  expect(settled.body.paymentIds).toHaveLength(4)
  expect(await settle(tenders)).toMatchObject({ status: 200, body: settled.body })
  for (const { quoteId } of shares) {
    const { body } = await bills.waiter.get(`/quotes/${quoteId}`)
    expect(body).toMatchObject({ status: 'sold', orderId: order })
  }
  const [row] = await bills.admin.pos.orders.withPayments({ query: {} })
  expect(row?.tenders.map(({ amountCents }) => amountCents)).toEqual([
    1_334, 1_333, 1_000, 333,
  ])
  const { body: unmatched } = await bills.admin.get('/payments/unmatched')
  expect(unmatched).toEqual([])
})

it('each guest gets back the share that they paid, once', async () => {
  const [small, large] = [await shareOf(1_000), await shareOf(3_000)]
  for (const each of [small, large]) await pay(each)
  expect((await settle([byQuote(small), byQuote(large)])).status).toBe(200)
  const refund = async (amountCents: number, amountSat: number, more: object = {}) => {
    const invoice = await refunds.invoiceOf(amountSat)
    const body = { amountCents, invoice, ...more }
    return bills.admin.post(`/orders/${order}/refund`, body)
  }
  // By itself it goes by the payment with most left
  expect(await refund(3_000, 30_000)).toMatchObject({ body: { satoshiAmount: 30_000 } })
  const again = await refund(1_000, 10_000, { paymentHash: large.paymentHash })
  expect(again).toMatchObject({ status: 409, body: { code: 'refund_exceeds_paid' } })
  const unknown = await refund(1_000, 10_000, { paymentHash: 'ab'.repeat(32) })
  expect(unknown).toMatchObject({ status: 409, body: { code: 'no_bitcoin_payment' } })
  expect(await refund(1_000, 10_000)).toMatchObject({
    body: { satoshiAmount: 10_000, status: 'refunded' },
  })
})

it('in parallel, they settle it once', async () => {
  const shares = [await shareOf(2_500), await shareOf(1_500)]
  for (const each of shares) await pay(each)
  const [one, other] = await Promise.all([
    settle(shares.map(byQuote)),
    settle(shares.map(byHash)),
  ])
  expect([one.status, other.status]).toEqual([200, 200])
  expect(one.body).toEqual(other.body)
})

it.each<
  [string, (share: Share) => Promise<readonly object[]> | readonly object[], object]
>([
  [
    'the same share twice',
    (share) => [byQuote(share), byHash(share)],
    { status: 400, body: { code: 'checkout_invalid_reference' } },
  ],
  [
    'less than was quoted',
    ({ quoteId }) => [tender('BTC', 1_999, { quoteId }), tender('Cash', 2_001)],
    { status: 400, body: { code: 'checkout_amounts_differ' } },
  ],
  [
    'a method that is not Bitcoin',
    ({ paymentHash }) => [tender('Cash', 2_000, { paymentHash }), tender('Cash', 2_000)],
    { status: 400, body: { code: 'checkout_invalid_reference' } },
  ],
  [
    'a share of another bill',
    async () => {
      const other = await shareOf(2_000, await bills.createBill([4_000]))
      await pay(other)
      return [byQuote(other), tender('Cash', 2_000)]
    },
    { status: 400, body: { code: 'checkout_invalid_reference' } },
  ],
  [
    'two payments that are no shares',
    () =>
      ['aa', 'bb'].map((two) => tender('BTC', 2_000, { paymentHash: two.repeat(32) })),
    { status: 400 },
  ],
])('%s is refused, and nothing is sold', async (_, tendersOf, refused) => {
  const share = await shareOf(2_000)
  await pay(share)
  const answer = await settle(await tendersOf(share))
  expect(answer, JSON.stringify(answer.body)).toMatchObject(refused)
  expect((await bills.admin.get(`/orders/${order}`)).body.status).toBe('open')
  const { body } = await bills.waiter.get(`/quotes/${share.quoteId}`)
  expect(body.status).toBe('paid')
})

it('a share of a bill that has changed is kept for it', async () => {
  const share = await shareOf(4_000)
  await pay(share)
  await bills.addDishes(order, [{ dishId: bills.soup, priceAtOrder: 1 }])
  expect(await settle([byQuote(share)])).toMatchObject({
    status: 400,
    body: { code: 'checkout_amounts_differ' },
  })
  const paid = await settle([byQuote(share), tender('Debit Card', 100)])
  expect(paid.status).toBe(200)
  const { body: sale } = await bills.admin.get(`/orders/${order}`)
  expect(sale).toMatchObject({ status: 'paid', total: 41 })
})
