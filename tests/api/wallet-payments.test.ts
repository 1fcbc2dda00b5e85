import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Client } from './client.ts'
import { openShop, owner, type Shop } from './shop.ts'

let shop: Shop
let wallet: Client
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  wallet = await shop.admin()
  await wallet.post('/wallet/auth', { password: owner.password })
})
afterAll(() => shop.close())
afterEach(() => shop.node.clearFaults())

const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const txId = expect.stringMatching(/^[0-9a-f]{64}$/)

/** An invoice of somebody else. */
const strangers = async (terms: object = { amountSat: 250, description: 'beans' }) =>
  (await shop.node.invoice(terms)).body as { serialized: string; paymentHash: string }

const balanceSat = async () => (await wallet.get('/wallet/getbalance')).body.balanceSat

const nodeFailure = (reason: string, code = 200) => ({
  code,
  source: 'node',
  reason,
  message: expect.any(String),
})

describe('paying an invoice', () => {
  it('answers what was paid', async () => {
    const { serialized, paymentHash } = await strangers()
    expect(
      await wallet.post('/wallet/payinvoice', { invoice: serialized }),
    ).toMatchObject({
      status: 200,
      body: {
        recipientAmountSat: 250,
        routingFeeSat: 1,
        paymentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        paymentHash,
        paymentPreimage: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    })
  })

  it('takes the amount for an invoice without one', async () => {
    const { serialized: invoice } = await strangers({ amountSat: null })
    const { status, body } = await wallet.post('/wallet/payinvoice', {
      invoice,
      amountSat: 77,
    })
    expect(status).toBe(200)
    expect(body.recipientAmountSat).toBe(77)
  })

  it('keeps the rate it was paid at, exactly multiplied', async () => {
    const { serialized: invoice, paymentHash } = await strangers({ amountSat: 123_457 })
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

  it('is refused the second time', async () => {
    const { serialized: invoice } = await strangers()
    await wallet.post('/wallet/payinvoice', { invoice })
    expect(await wallet.post('/wallet/payinvoice', { invoice })).toMatchObject({
      status: 409,
      body: {
        ...nodeFailure('invoice_already_paid'),
        message: 'this invoice has already been paid',
      },
    })
  })

  it('pays once for one Idempotency-Key, and many at once', async () => {
    const { serialized: invoice } = await strangers({ amountSat: 1000 })
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
    expect(beforeSat - (await balanceSat())).toBe(1004)
  })

  it('never runs again under its key while the first may still be paying', async () => {
    const { serialized: invoice } = await strangers()
    const key = { 'Idempotency-Key': 'slow' }
    await shop.node.faults({ slowMs: 1500, path: '/payinvoice' })
    const first = wallet.post('/wallet/payinvoice', { invoice }, key)
    await sleep(300)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 200_000 })
    try {
      expect((await wallet.post('/wallet/payinvoice', { invoice }, key)).status).toBe(409)
    } finally {
      vi.useRealTimers()
    }
    expect((await first).status).toBe(200)
  })

  it('is found again when the answer is lost', async () => {
    const { serialized: invoice, paymentHash } = await strangers({ amountSat: 500 })
    await shop.node.faults({ cut: true, path: '/payinvoice' })
    expect(await wallet.post('/wallet/payinvoice', { invoice })).toMatchObject({
      status: 200,
      body: { recipientAmountSat: 500, routingFeeSat: 2, paymentHash },
    })
  })

  it('is of unknown outcome when it cannot be found, and that answer stays', async () => {
    const { serialized: invoice } = await strangers()
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
    ['something odd', 502, 'unknown'],
  ])('passes on why the node did not pay: %s', async (text, status, reason) => {
    const { serialized: invoice } = await strangers()
    await shop.node.faults({ paymentFailure: text })
    expect(await wallet.post('/wallet/payinvoice', { invoice })).toMatchObject({
      status,
      body: { ...nodeFailure(reason), message: text },
    })
  })

  it('is refused for what is no invoice', async () => {
    expect(await wallet.post('/wallet/payinvoice', { invoice: 'lnbc1' })).toMatchObject({
      status: 400,
      body: nodeFailure('invalid_invoice', 400),
    })
  })
})

describe('paying an offer', () => {
  it('passes on why the node did not pay', async () => {
    expect(await wallet.post('/wallet/payoffer', { offer: 'lno1x' })).toMatchObject({
      status: 400,
      body: nodeFailure('invalid_invoice', 400),
    })
  })
})

describe('on-chain', () => {
  it('pays to an address and tells the fees', async () => {
    const wanted = { amountSat: 20_000, address, feerateSatByte: 3 }
    expect(await wallet.post('/wallet/payonchain', wanted)).toMatchObject({
      status: 200,
      body: { txId, amountSat: 20_000, feesSat: 600 },
    })
  })

  it('says 0 fees when the list cannot be had', async () => {
    await shop.node.faults({ refuse: true, path: '/payments' })
    const wanted = { amountSat: 1000, address, feerateSatByte: 3 }
    expect(await wallet.post('/wallet/payonchain', wanted)).toMatchObject({
      status: 200,
      body: { txId, amountSat: 1000, feesSat: 0 },
    })
  })

  it('takes a text that is no transaction id for a failure', async () => {
    const wanted = { amountSat: 1000, address: 'nowhere', feerateSatByte: 3 }
    expect(await wallet.post('/wallet/payonchain', wanted)).toMatchObject({
      status: 400,
      body: { ...nodeFailure('invalid_address'), message: 'invalid bitcoin address' },
    })
  })

  it('bumps the fee with a bare integer', async () => {
    expect(await wallet.post('/wallet/bumpfee', 7)).toMatchObject({
      status: 200,
      body: { txId, newFeerateSatByte: 7, additionalFeesSat: 770 },
    })
  })

  it('closes a channel', async () => {
    const { body } = await wallet.get('/wallet/getinfo')
    const { channelId } = body.channels[0]
    const closing = { channelId: 'unknown', address, feerateSatByte: 2 }
    expect(await wallet.post('/wallet/closechannel', closing)).toMatchObject({
      status: 502,
      body: { ...nodeFailure('unknown'), message: 'channel not found' },
    })
    expect(
      await wallet.post('/wallet/closechannel', { ...closing, channelId }),
    ).toMatchObject({ status: 200, body: { txId } })
    // The next payment that comes in opens a channel with something to spend
    const { body: invoice } = await wallet.post('/wallet/invoice', {
      description: 'top up',
      amountSat: 500_000,
      externalId: 'top-up',
    })
    await shop.node.pay({ invoice: invoice.serialized })
  })
})

describe('requests that are refused unread by the node', () => {
  it.each([
    ['/wallet/payinvoice', {}],
    ['/wallet/payinvoice', { invoice: ' ' }],
    ['/wallet/payinvoice', { invoice: 'x', amountSat: 0 }],
    ['/wallet/payinvoice', { invoice: 'x', amountSat: '5' }],
    ['/wallet/payoffer', { amountSat: 5 }],
    ['/wallet/payoffer', { offer: 'x', message: 7 }],
    ['/wallet/payonchain', { amountSat: 1, address }],
    ['/wallet/payonchain', { amountSat: 1, address, feerateSatByte: 0 }],
    ['/wallet/payonchain', { amountSat: 1.5, address, feerateSatByte: 1 }],
    ['/wallet/payonchain', { amountSat: 1, address: '', feerateSatByte: 1 }],
    ['/wallet/bumpfee', {}],
    ['/wallet/bumpfee', 0],
    ['/wallet/bumpfee', 1.5],
    ['/wallet/bumpfee', { feerateSatByte: 5 }],
    ['/wallet/bumpfee', undefined],
    ['/wallet/closechannel', { channelId: 'x', address }],
    ['/wallet/decodeinvoice', {}],
    ['/wallet/decodeinvoice', { invoice: null }],
    ['/wallet/export', { from: 'yesterday' }],
    ['/wallet/export', { from: '2026-02-31' }],
    ['/wallet/export', { from: 2, to: 1 }],
    ['/wallet/export', []],
  ])('POST %s %j', async (path, body) => {
    expect(await wallet.post(path, body)).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    })
  })

  it.each([
    'getinfo',
    'getbalance',
    'seed',
    'payments/outgoing',
    'payments/outgoing/x',
    'payments/outgoingbyhash/x',
  ])('GET /wallet/%s without a wallet session', async (path) => {
    expect((await (await shop.admin()).get(`/wallet/${path}`)).status).toBe(403)
  })
})

describe('decoding an invoice', () => {
  it('tells amount and description', async () => {
    const { serialized: invoice } = await strangers({ amountSat: 5, description: 'tea' })
    expect(await wallet.post('/wallet/decodeinvoice', { invoice })).toMatchObject({
      status: 200,
      body: { amountSat: 5, description: 'tea' },
    })
    const { serialized: any } = await strangers({ amountSat: null })
    expect((await wallet.post('/wallet/decodeinvoice', { invoice: any })).body).toEqual({
      amountSat: null,
      description: '',
    })
  })

  it.each(['', 'lnbc1', 'x'.repeat(10_000)])('fails for %s', async (invoice) => {
    expect(await wallet.post('/wallet/decodeinvoice', { invoice })).toMatchObject({
      status: 400,
      body: { error: 'Could not decode invoice' },
    })
  })
})

describe('outgoing payments', () => {
  it('are listed with the description of their invoice', async () => {
    const { serialized: invoice, paymentHash } = await strangers({
      amountSat: 9,
      description: 'sugar',
    })
    const { paymentId } = (await wallet.post('/wallet/payinvoice', { invoice })).body
    const payment = {
      type: 'outgoing_payment',
      subType: 'lightning',
      paymentId,
      paymentHash,
      invoice,
      txId: null,
      isPaid: true,
      sent: 9,
      fees: 36,
      description: 'sugar',
    }
    const [latest] = (await wallet.get('/wallet/payments/outgoing?limit=1')).body
    expect(latest).toMatchObject({ ...payment, exchangeRateAtPayment: null })

    for (const path of [`outgoing/${paymentId}`, `outgoingbyhash/${paymentHash}`]) {
      const { status, body } = await wallet.get(`/wallet/payments/${path}`)
      expect(status).toBe(200)
      expect(body).toMatchObject(payment)
      expect(body).not.toHaveProperty('exchangeRateAtPayment')
    }
  })

  it.each([
    'outgoing/nonsense',
    'outgoing/00000000-0000-4000-8000-000000000000',
    `outgoingbyhash/${'0'.repeat(64)}`,
    'outgoingbyhash/nonsense',
  ])('are not found under %s', async (path) => {
    expect(await wallet.get(`/wallet/payments/${path}`)).toMatchObject({
      status: 404,
      body: { message: 'Payment not found' },
    })
  })
})

describe('the export', () => {
  it('is CSV of both lists, oldest first, that no spreadsheet takes for formulas', async () => {
    const { body: made } = await wallet.post('/wallet/invoice', {
      description: '=1+1, "so"',
      amountSat: 33,
      externalId: '@order',
    })
    await shop.node.pay({ invoice: made.serialized })
    const { status, body, headers } = await wallet.post('/wallet/export', {})
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv')
    const [header, ...rows] = body.trimEnd().split('\r\n')
    expect(header).toBe(
      'date,id,type,amountSat,feesMsat,paymentHash,txId,description,externalId',
    )
    const dates = rows.map((row: string) => row.split(',')[0])
    expect(dates).toEqual([...dates].sort())
    expect(rows.at(-1)).toContain(
      `,${made.paymentHash},incoming_payment,33,0,${made.paymentHash},,"'=1+1, ""so""",'@order`,
    )
    expect(rows.some((row: string) => row.includes(',outgoing_payment,-251,1000,'))).toBe(
      true,
    )
  })

  it.each([
    [undefined, true],
    [{ from: null }, true],
    [{ from: new Date().toISOString().slice(0, 10) }, true],
    [{ to: new Date().toISOString().slice(0, 10) }, true],
    [{ to: '2020-01-01' }, false],
    [{ from: String(Date.now() + 60_000) }, false],
    [{ from: '2020-01-01T00:00:00', to: '2020-01-02T00:00:00.000+02:00' }, false],
  ])('of the period %j', async (period, hasRows) => {
    const { status, body } = await wallet.post('/wallet/export', period)
    expect(status).toBe(200)
    expect(body.trimEnd().split('\r\n').length > 1).toBe(hasRows)
  })
})

it('the seed never leaves the shop', async () => {
  expect(await wallet.get('/wallet/seed')).toMatchObject({ status: 404, body: '' })
})
