import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { encodeOffer } from '../../../infra/local/lightning-node/offers.ts'
import type { Client } from '../../support/client.ts'
import { holdRequests } from '../../support/held-requests.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { nodeFailure, openWallet } from '../../support/wallet-client.ts'

let shop: Shop
let wallet: Client
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  wallet = await openWallet(shop)
})
afterAll(() => shop.close())
afterEach(() => shop.node.clearFaults())

/** An invoice of another node. */
const foreignInvoice = async (terms: object = { amountSat: 250, description: 'beans' }) =>
  (await shop.node.invoice(terms)).body as { serialized: string; paymentHash: string }

const balanceSat = async () => (await wallet.get('/wallet/getbalance')).body.balanceSat

describe('paying an invoice', () => {
  it('returns the result of the payment', async () => {
    const { serialized, paymentHash } = await foreignInvoice()
    expect(
      await wallet.post('/wallet/payinvoice', { invoice: serialized }),
    ).toMatchObject({
      status: 200,
      body: {
        recipientAmountSat: 250,
        routingFeeSat: 5,
        paymentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        paymentHash,
        paymentPreimage: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    })
  })

  it('is in the audit trail before the node is asked, also when the node fails', async () => {
    const { serialized: invoice, paymentHash } = await foreignInvoice()
    await shop.node.faults({ refuse: true })
    await wallet.post('/wallet/payinvoice', { invoice })
    const entries = (await wallet.get('/audit?kind=wallet')).body
    expect(entries.at(-1)).toMatchObject({
      userId: shop.ownerId,
      before: null,
      after: { operation: 'payinvoice', paymentHash },
    })
  })

  it('uses the given amount for an invoice without an amount', async () => {
    const { serialized: invoice } = await foreignInvoice({ amountSat: null })
    const { status, body } = await wallet.post('/wallet/payinvoice', {
      invoice,
      amountSat: 77,
    })
    expect(status).toBe(200)
    expect(body.recipientAmountSat).toBe(77)
  })

  it('stores the rate and the exact fiat amount', async () => {
    const { serialized: invoice, paymentHash } = await foreignInvoice({
      amountSat: 123_457,
    })
    await wallet.post('/wallet/payinvoice', {
      invoice,
      exchangeRate: 65_432.1,
      exchangeRateCurrency: 'usd',
    })
    const { body } = await wallet.get('/wallet/payments/outgoing')
    expect(
      body.find((each: { paymentHash: string }) => each.paymentHash === paymentHash),
    ).toMatchObject({
      exchangeRateAtPayment: 65_432.1,
      exchangeRateCurrency: 'usd',
      fiatAmountAtPayment: 80.780507697,
    })
  })

  it('returns 409 for an invoice that is already paid', async () => {
    const { serialized: invoice } = await foreignInvoice()
    await wallet.post('/wallet/payinvoice', { invoice })
    expect(await wallet.post('/wallet/payinvoice', { invoice })).toMatchObject({
      status: 409,
      body: {
        ...nodeFailure('invoice_already_paid'),
        message: 'this invoice has already been paid',
      },
    })
  })

  it('pays once per Idempotency-Key, also for concurrent requests', async () => {
    const { serialized: invoice } = await foreignInvoice({ amountSat: 1000 })
    const beforeSat = await balanceSat()
    const key = { 'Idempotency-Key': 'pay once' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        wallet.post('/wallet/payinvoice', { invoice }, key),
      ),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true)
    expect((await wallet.post('/wallet/payinvoice', { invoice }, key)).status).toBe(200)
    expect(beforeSat - (await balanceSat())).toBe(1008)
  })

  it('does not run again under its key while the first request may still pay', async () => {
    const { serialized: invoice } = await foreignInvoice()
    const key = { 'Idempotency-Key': 'slow' }
    const paying = holdRequests('/payinvoice')
    const first = wallet.post('/wallet/payinvoice', { invoice }, key)
    await paying.begun
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 200_000 })
    try {
      expect((await wallet.post('/wallet/payinvoice', { invoice }, key)).status).toBe(409)
    } finally {
      vi.useRealTimers()
    }
    paying.release()
    expect((await first).status).toBe(200)
    expect(paying.count()).toBe(1)
  })

  it('looks the payment up when the response is lost', async () => {
    const { serialized: invoice, paymentHash } = await foreignInvoice({ amountSat: 500 })
    await shop.node.faults({ cut: true, path: '/payinvoice' })
    expect(await wallet.post('/wallet/payinvoice', { invoice })).toMatchObject({
      status: 200,
      body: { recipientAmountSat: 500, routingFeeSat: 6, paymentHash },
    })
  })

  it('returns an unknown outcome, also for the same key, when the lookup finds nothing', async () => {
    const { serialized: invoice } = await foreignInvoice()
    const key = { 'Idempotency-Key': 'unknown outcome' }
    await shop.node.faults({ refuse: true, path: '/pay' })
    const lost = await wallet.post('/wallet/payinvoice', { invoice }, key)
    expect(lost).toMatchObject({
      status: 503,
      body: { ...nodeFailure('node_unavailable', 0) },
    })
    expect(lost.body.message).toContain('outcome of this payment is unknown')
    await shop.node.clearFaults()
    expect(await wallet.post('/wallet/payinvoice', { invoice }, key)).toMatchObject({
      status: 503,
      body: lost.body,
    })
  })

  it.each([
    ['not enough funds in wallet', 402, 'insufficient_funds'],
    ['recipient node rejected the payment', 422, 'recipient_rejected_payment'],
    ['something odd', 422, 'payment_failed'],
  ])('maps the reason of the node: %s', async (text, status, reason) => {
    const { serialized: invoice } = await foreignInvoice()
    await shop.node.faults({ paymentFailure: text })
    expect(await wallet.post('/wallet/payinvoice', { invoice })).toMatchObject({
      status,
      body: { ...nodeFailure(reason), message: text },
    })
  })

  it('returns 400 for a text that is not an invoice', async () => {
    expect(await wallet.post('/wallet/payinvoice', { invoice: 'lnbc1' })).toMatchObject({
      status: 400,
      body: nodeFailure('invalid_invoice', 400),
    })
  })
})

describe('paying an offer', () => {
  /** A reusable offer of another node, of 1,000 satoshis. */
  const offer = encodeOffer({
    amountSat: 1_000,
    description: 'An example',
    issuer: `02${'ab'.repeat(32)}`,
  })
  /** Offer of mainnet. */
  const mainnetOffer =
    'lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7msjzfpy7nz5yqcnygrfdej82um5wf5k2uckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg'

  it('returns the result, and lists it among the outgoing payments', async () => {
    const { status, body } = await wallet.post('/wallet/payoffer', {
      offer,
      amountSat: 1_000,
      message: 'for the beans',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      recipientAmountSat: 1_000,
      routingFeeSat: 8,
      paymentId: expect.any(String),
      paymentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      paymentPreimage: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const path = `/wallet/payments/outgoingbyhash/${body.paymentHash}`
    expect((await wallet.get(path)).body).toMatchObject({ isPaid: true, sent: 1_008 })
  })

  it.each([
    ['of another chain', mainnetOffer],
    ['with a letter too many', `${offer}b`],
    ['without a field', 'lno1x'],
    ['that is an invoice', 'lnbc1qqqq'],
  ])('never shows the node a text %s', async (_case, text) => {
    const before = (await wallet.get('/wallet/getbalance')).body
    const answer = await wallet.post('/wallet/payoffer', { offer: text, amountSat: 5 })
    expect(answer).toMatchObject({ status: 400, body: nodeFailure('invalid_invoice', 0) })
    expect((await wallet.get('/wallet/getbalance')).body).toEqual(before)
  })

  it('pays one that is written in capitals and in two parts', async () => {
    const capitals = offer.toUpperCase()
    const inParts = `${capitals.slice(0, 40)}+\n ${capitals.slice(40)}`
    const { status, body } = await wallet.post('/wallet/payoffer', { offer: inParts })
    expect({ status, body }).toMatchObject({ status: 200, body: { routingFeeSat: 8 } })
  })
})
