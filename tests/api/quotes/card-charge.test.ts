import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { later, withStoppedClock } from '../../support/clock.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
})
afterAll(() => shop.close())

type Quoted = {
  readonly quoteId: string
  readonly amountSat: number
  paymentHash: string
}

async function quote(): Promise<Quoted> {
  const items = [{ productId: await till.createProduct(10), quantity: 1 }]
  const answer = await till.cashier.post('/quotes', { kind: 'store', items })
  expect(answer.status).toBe(201)
  return answer.body as Quoted
}

const charge = (
  { quoteId }: { quoteId: string },
  lnurl: string,
  by: Client = till.cashier,
) => by.post(`/quotes/${quoteId}/charge`, { lnurl })

const failed = (status: number, code: string) => ({ status, body: { code } })
const pending = { status: 202, body: { status: 'pending' } }

const statusOf = async ({ quoteId }: Quoted) =>
  (await till.cashier.pos.quotes.one({ params: { id: quoteId } })).status

it('is paid by the card, told to the watchers, and sold', async () => {
  const made = await quote()
  const watcher = await shop.watch(till.admin)
  const tap = await shop.node.card({ balanceSat: made.amountSat })
  const lnurl = await tap()
  expect(await charge(made, lnurl)).toMatchObject(pending)
  await watcher.until(({ paymentHash }) => paymentHash === made.paymentHash)
  expect(await statusOf(made)).toBe('paid')

  expect(await charge(made, await tap())).toMatchObject({
    status: 409,
    body: { code: 'quote_not_open', message: 'The quote is paid' },
  })
  const sold = await till.cashier.post('/store/orders/checkout-if-paid', {
    quoteId: made.quoteId,
  })
  expect(sold).toMatchObject({ status: 200, body: { status: 'completed' } })
  expect(await charge(made, await tap())).toMatchObject(failed(409, 'quote_not_open'))

  // The card is empty, and a tap serves once
  const second = await quote()
  expect(await charge(second, lnurl)).toMatchObject({
    status: 422,
    body: { code: 'card_refused', message: 'Card refused: This tap was used before' },
  })
  const { body } = await charge(second, await tap())
  expect(body).toEqual({
    message: 'The amount is outside of what the card allows',
    code: 'card_limit',
  })
})

it('says why the issuer refuses, in text that can be shown', async () => {
  const refuses = `No\u001b[2J money\u202e <b>${'x'.repeat(300)}`
  const tap = await shop.node.card({ refuses })
  const { status, body } = await charge(await quote(), await tap())
  const reason = `No [2J money <b>${'x'.repeat(300)}`.slice(0, 200)
  expect([status, body]).toEqual([
    422,
    { message: `Card refused: ${reason}`, code: 'card_refused' },
  ])
})

it('charges one card at a time, and the next once that is over', async () => {
  const made = await quote()
  const slow = await shop.node.card({ slowMs: 150, neverPays: true })
  const taps = await Promise.all([slow(), slow(), slow(), slow()])
  const tap = await shop.node.card()
  const inProgress = failed(409, 'charge_in_progress')
  await withStoppedClock(async () => {
    const answers = await Promise.all(taps.map((lnurl) => charge(made, lnurl)))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
      '202',
      '409',
      '409',
      '409',
    ])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(inProgress)
    expect(await charge(made, await tap())).toMatchObject(inProgress)
  })

  // It was accepted and is never paid; the next card may pay 15 s later
  const lnurl = await tap()
  const { status } = await later(0.26, () => charge(made, lnurl))
  expect(status).toBe(202)
})

it('tries another card at once after one that was refused', async () => {
  const made = await quote()
  for (const terms of [{ redirects: true }, { answersTwice: true }]) {
    const tap = await shop.node.card(terms)
    expect(await charge(made, await tap())).toMatchObject(failed(422, 'card_invalid'))
  }
  for (const lnurl of ['lnbc1', 'https://issuer.example/', 'lnurlp://issuer.example/']) {
    expect(await charge(made, lnurl)).toMatchObject(failed(422, 'card_invalid'))
  }
  const tap = await shop.node.card()
  expect(await charge(made, await tap())).toMatchObject(pending)
})

it('knows no other quote, and nobody who may not sell', async () => {
  const tap = await shop.node.card()
  const unknown = { quoteId: crypto.randomUUID() }
  expect(await charge(unknown, await tap())).toMatchObject({ status: 404 })
  const settler = await shop.userWith('orders_settle')
  expect(await charge(await quote(), await tap(), settler)).toMatchObject({ status: 403 })
})

it('charges nobody for a quote that has expired', async () => {
  const made = await quote()
  const tap = await shop.node.card()
  const lnurl = await tap()
  expect(await later(11, () => charge(made, lnurl))).toMatchObject({
    status: 409,
    body: { code: 'quote_not_open', message: 'The quote is expired' },
  })
})
