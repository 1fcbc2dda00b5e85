import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openWallet } from '../../support/wallet-client.ts'

let shop: Shop
let wallet: Client
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  wallet = await openWallet(shop)
})
afterAll(() => shop.close())

/** An invoice of another node. */
const foreignInvoice = async (terms: object = { amountSat: 250, description: 'beans' }) =>
  (await shop.node.invoice(terms)).body as { serialized: string; paymentHash: string }

describe('decoding an invoice', () => {
  it('returns amount and description', async () => {
    const { serialized: invoice } = await foreignInvoice({
      amountSat: 5,
      description: 'tea',
    })
    expect(await wallet.post('/wallet/decodeinvoice', { invoice })).toMatchObject({
      status: 200,
      body: { amountSat: 5, description: 'tea' },
    })
    const { serialized: any } = await foreignInvoice({ amountSat: null })
    expect((await wallet.post('/wallet/decodeinvoice', { invoice: any })).body).toEqual({
      amountSat: null,
      description: '',
    })
  })

  it('accepts scanned text with a scheme and blanks', async () => {
    const { serialized } = await foreignInvoice({ amountSat: 5, description: 'tea' })
    for (const scanned of [
      serialized.toUpperCase(),
      `lightning:${serialized}`,
      ` LIGHTNING:${serialized.toUpperCase()}\n`,
    ]) {
      const { body } = await wallet.post('/wallet/decodeinvoice', { invoice: scanned })
      expect(body).toEqual({ amountSat: 5, description: 'tea' })
    }
    const scanned = { invoice: `lightning:${serialized.toUpperCase()}` }
    expect((await wallet.post('/wallet/payinvoice', scanned)).status).toBe(200)
  })

  it.each([
    ['nothing', ''],
    ['the beginning of one', 'lnbc1'],
    ['broken text', '\ud800'],
    ['90,000 characters', 'x'.repeat(90_000)],
  ])('returns 400 for %s', async (_, invoice) => {
    expect(await wallet.post('/wallet/decodeinvoice', { invoice })).toMatchObject({
      status: 400,
      body: { error: 'Could not decode invoice' },
    })
  })
})

describe('outgoing payments', () => {
  it('have the description of their invoice in the list', async () => {
    const { serialized: invoice, paymentHash } = await foreignInvoice({
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
      sent: 13,
      fees: 4_036,
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
    `outgoing/${'0'.repeat(64)}`,
    `outgoing/${'0'.repeat(300)}`,
    'outgoing/a%2Fb',
    `outgoingbyhash/${'0'.repeat(64)}`,
    'outgoingbyhash/00000000-0000-4000-8000-000000000000',
    'outgoingbyhash/nonsense',
  ])('return 404 for %s', async (path) => {
    expect(await wallet.get(`/wallet/payments/${path}`)).toMatchObject({
      status: 404,
      body: { message: 'Payment not found' },
    })
  })
})

describe('the export', () => {
  it('is CSV of both lists, oldest first, without formulas for spreadsheets', async () => {
    const { body: made } = await wallet.post('/wallet/invoice', {
      description: '=1+1, "so"',
      amountSat: 33,
      externalId: '@order',
    })
    await shop.node.pay({ invoice: made.serialized })
    const { serialized: invoice } = await foreignInvoice()
    await wallet.post('/wallet/payinvoice', { invoice })
    const { status, body, headers } = await wallet.post('/wallet/export', {})
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv')
    const [header, ...rows] = body.trimEnd().split('\r\n')
    expect(header).toBe(
      'date,id,type,amountSat,feesMsat,paymentHash,txId,description,externalId',
    )
    const dates: string[] = rows.map((row: string) => row.split(',')[0])
    expect(dates).toEqual(dates.toSorted((one, other) => (one < other ? -1 : 1)))
    expect(rows.at(-2)).toContain(
      `,${made.paymentHash},incoming_payment,33,0,${made.paymentHash},,"'=1+1, ""so""",'@order`,
    )
    expect(rows.some((row: string) => row.includes(',outgoing_payment,-255,5000,'))).toBe(
      true,
    )
  })

  it.each([
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    ' =1+1',
    ' \t\r\n+1',
    '\u00a0-1',
    '\ufeff@sum',
    '＝1+1',
    ' ＋1',
    '－1',
    '＠sum',
    '\t1',
    '\r1',
    '\n1',
    'a\t=1',
  ])(
    'escapes the text %j, which a spreadsheet may run as a formula',
    async (externalId) => {
      const terms = { description: 'tea', amountSat: 1, externalId }
      const { body: made } = await wallet.post('/wallet/invoice', terms)
      await shop.node.pay({ invoice: made.serialized })
      const { body } = await wallet.post('/wallet/export', {})
      const marked = `'${externalId}`
      const cell = /[\r\n]/.test(marked) ? `"${marked}"` : marked
      expect(body.endsWith(`,tea,${cell}\r\n`)).toBe(true)
    },
  )

  it.each([' tea', 'a=1', '1 + 1', 'x@y'])('does not escape %j', async (text) => {
    const terms = { description: 'tea', amountSat: 1, externalId: text }
    const { body: made } = await wallet.post('/wallet/invoice', terms)
    await shop.node.pay({ invoice: made.serialized })
    const { body } = await wallet.post('/wallet/export', {})
    expect(body.endsWith(`,tea,${text}\r\n`)).toBe(true)
  })

  it('is replayed for its Idempotency-Key', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const first = await wallet.post('/wallet/export', {}, key)
    const { serialized: invoice } = await foreignInvoice()
    await wallet.post('/wallet/payinvoice', { invoice })
    const again = await wallet.post('/wallet/export', {}, key)
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(again.headers.get('content-type')).toBe('text/csv')
    expect(await wallet.post('/wallet/export', { to: null }, key)).toMatchObject({
      status: 422,
    })
  })

  it('refuses a period that ends before it starts', async () => {
    const period = { from: '2026-11-22', to: '2026-11-21T23:00Z' }
    expect(await wallet.post('/wallet/export', period)).toMatchObject({
      status: 400,
      body: { message: 'Invalid request: from is after to' },
    })
  })

  it.each([
    [undefined, true],
    [{ from: null }, true],
    [{ from: new Date().toISOString().slice(0, 10) }, true],
    [{ to: new Date().toISOString().slice(0, 10) }, true],
    [{ to: '2020-01-01' }, false],
    [{ from: String(Date.now() + 86_400_000) }, false],
    [{ from: '2020-01-01T00:00:00', to: '2020-01-02T00:00:00.000+02:00' }, false],
  ])('filters by the period %j', async (period, hasRows) => {
    const { status, body } = await wallet.post('/wallet/export', period)
    expect(status).toBe(200)
    expect(body.trimEnd().split('\r\n').length > 1).toBe(hasRows)
  })
})
