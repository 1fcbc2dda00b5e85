import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handler as runSchedule } from '../../functions/refunds/handler.ts'
import { openTunnel } from '../../shared/agents/tunnel-connections.ts'
import { sign } from '../../shared/lightning/node/phoenixd/signature.ts'
import { enrolAgent, type OnSiteAgent } from '../support/on-site-agent.ts'
import { readDay } from '../support/selling.ts'
import { openShop, type Shop, webhookSecret } from '../support/shop.ts'
import { newPaymentHash, openTill, type Till } from '../support/till.ts'
import { framesOnRecord } from './frames-on-record.ts'

let shop: Shop
let till: Till
let agents: OnSiteAgent[]
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
  agents = [
    await enrolAgent(shop, till.admin, 'counter'),
    await enrolAgent(shop, till.admin, 'kitchen'),
  ]
  for (const { id } of agents) await openTunnel(id, id, Date.now())
})
afterAll(() => shop.close())

const received = (paymentHash: string, changes: object = {}) => ({
  paymentHash,
  amountSat: 1_000,
  externalId: 'order-1',
  payerNote: null,
  payerKey: null,
  completedAtMs: Date.now() - 6_000,
  ...changes,
})

const tell = (payments: unknown, agent = agents[0] as OnSiteAgent) =>
  agent.post('/agents/payments', { payments })

const notify = (paymentHash: string) => {
  const raw = JSON.stringify({ type: 'payment_received', amountSat: 1_000, paymentHash })
  const headers = { 'X-Node-Signature': sign(webhookSecret, raw) }
  return shop.anonymous().send('POST', '/webhook/node', raw, headers)
}

const published = async (paymentHash: string) =>
  (await framesOnRecord()).filter((frame) => frame.paymentHash === paymentHash)

describe('POST /agents/payments', () => {
  it('publishes a payment without a webhook, with the time of its completion', async () => {
    const watcher = await shop.watch(await shop.admin())
    const payment = received(newPaymentHash())
    expect(await tell([payment])).toMatchObject({ status: 204 })
    const frame = await watcher.until((each) => each.paymentHash === payment.paymentHash)
    expect(frame).toEqual({
      type: 'payment_received',
      timestamp: payment.completedAtMs,
      amountSat: 1_000,
      paymentHash: payment.paymentHash,
      externalId: 'order-1',
    })
    expect(await published(payment.paymentHash)).toEqual([frame])
  })

  it('publishes a payment once, even if two agents report it repeatedly', async () => {
    const payments = [
      received(newPaymentHash()),
      received(newPaymentHash()),
      received(newPaymentHash()),
    ]
    const tellings = Array.from({ length: 20 }, (_, n) => tell(payments, agents[n % 2]))
    for (const answer of await Promise.all(tellings)) {
      expect(answer).toMatchObject({ status: 204 })
    }
    for (const { paymentHash } of payments) {
      expect(await published(paymentHash)).toHaveLength(1)
    }
  })

  it('does not publish a payment that a webhook reported, in any case of the hash', async () => {
    const paymentHash = newPaymentHash()
    await notify(paymentHash.toUpperCase())
    await tell([received(paymentHash)])
    expect(await published(paymentHash)).toEqual([])
    expect(await published(paymentHash.toUpperCase())).toHaveLength(1)
  })

  it('does not stop the fan-out of late webhooks', async () => {
    const paymentHash = newPaymentHash()
    await tell([received(paymentHash)])
    await notify(paymentHash)
    await tell([received(paymentHash)])
    expect(await published(paymentHash)).toHaveLength(2)
  })

  it('confirms a payment as a webhook does', async () => {
    const payment = received(newPaymentHash())
    await tell([payment])
    await shop.node.faults({ refuse: true })
    expect(await till.paymentStatus(payment.paymentHash)).toMatchObject({
      body: { status: 'paid' },
    })
    const { paymentHash } = payment
    const cart = till.cart(await till.createProduct(1), 1, {
      paymentHash,
      satoshiAmount: 1_001,
    })
    const sell = (body: object) => till.admin.post('/store/orders/checkout-if-paid', body)
    expect(await sell(cart)).toMatchObject({ status: 400 })
    expect(await sell({ ...cart, satoshiAmount: 1_000 })).toMatchObject({ status: 200 })
    await shop.node.clearFaults()
  })

  it('publishes a payment whose note is not well-formed text', async () => {
    const payment = received(newPaymentHash(), { payerNote: 'half a \uD83D character' })
    expect(await tell([payment])).toMatchObject({ status: 204 })
    expect(await published(payment.paymentHash)).toMatchObject([
      { payerNote: 'half a \uFFFD character' },
    ])
  })

  it('ignores payments older than the recorded notifications', async () => {
    const monthAgo = Date.now() - 31 * 24 * 60 * 60_000
    const payment = received(newPaymentHash(), { completedAtMs: monthAgo })
    expect(await tell([payment])).toMatchObject({ status: 204 })
    expect(await published(payment.paymentHash)).toEqual([])
  })

  it('accepts an empty list', async () => {
    expect(await tell([])).toMatchObject({ status: 204 })
  })

  it.each([
    [undefined],
    [[{}]],
    [[received('')]],
    [[received(newPaymentHash(), { amountSat: -1 })]],
    [[received(newPaymentHash(), { completedAtMs: 'now' })]],
    [Array.from({ length: 101 }, () => received(newPaymentHash()))],
  ])('returns 400 for %j', async (payments) => {
    expect(await tell(payments)).toMatchObject({ status: 400 })
  })

  it('is refused to an agent that serves no node, until its tunnel is open', async () => {
    const printer = await enrolAgent(shop, till.admin, 'printer')
    const payments = [received(newPaymentHash(), { amountSat: 3_000_000 })]
    expect(await tell(payments, printer)).toMatchObject({ status: 409 })
    expect(await published(payments[0]?.paymentHash ?? '')).toEqual([])
    await openTunnel(printer.id, printer.id, Date.now())
    const report = { printers: [], version: '1.0.0', nodeRefusesPassword: true }
    await printer.post('/agents/report', report)
    expect(await tell(payments, printer)).toMatchObject({ status: 409 })
    await printer.report()
    expect(await tell(payments, printer)).toMatchObject({ status: 204 })
  })

  it('is for agents only', async () => {
    const payments = [received(newPaymentHash())]
    const body = { payments }
    expect(await till.admin.post('/agents/payments', body)).toMatchObject({ status: 401 })
    expect(await shop.anonymous().post('/agents/payments', body)).toMatchObject({
      status: 401,
    })
  })
})

it('says that no webhook comes once two payments in a row were found, until one does', async () => {
  const isSilent = async () =>
    (await till.admin.get('/wallet/health')).body.warnings.includes('node_webhook_silent')
  await notify(newPaymentHash())
  await tell([received(newPaymentHash())])
  expect(await isSilent()).toBe(false)
  await tell([received(newPaymentHash())])
  expect(await isSilent()).toBe(true)
  await notify(newPaymentHash())
  expect(await isSilent()).toBe(false)
})

it("counts the node's fee once, and what is told later and is more", async () => {
  const before = Number((await readDay()).nodeFeeSat)
  const hash = newPaymentHash()
  const payment = received(hash, { feeSat: 300 })
  for (const each of [payment, payment, { ...payment, feeSat: 500 }, received(hash)]) {
    expect(await tell([each])).toMatchObject({ status: 204 })
  }
  expect(Number((await readDay()).nodeFeeSat) - before).toBe(500)
})

it('of a node that is called directly are found by the schedule, each once', async () => {
  await shop.node.faults({ webhook: 'lost' })
  const invoice = { description: 'tea', amountSat: 700 }
  const { paymentHash } = (await till.admin.post('/wallet/createinvoice', invoice)).body
  await shop.node.pay({ paymentHash })
  await shop.node.clearFaults()
  expect(await published(paymentHash)).toEqual([])
  await runSchedule()
  await runSchedule()
  expect(await published(paymentHash)).toMatchObject([{ amountSat: 700 }])
  const { body } = await till.admin.get('/payments/unmatched')
  expect(body).toContainEqual(expect.objectContaining({ paymentHash, amountSat: 700 }))
})
