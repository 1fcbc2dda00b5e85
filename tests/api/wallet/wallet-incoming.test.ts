import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { methodId, openTill } from '../../support/till.ts'
import { openWallet } from '../../support/wallet-client.ts'

let shop: Shop
let wallet: Client
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  wallet = await openWallet(shop)
})
afterAll(() => shop.close())

/** A cashier's client: any user may create invoices. */
const cashier = () => shop.userWith('orders_create')

async function invoice(input: object = {}) {
  const { status, body } = await (await cashier()).post('/wallet/createinvoice', {
    description: 'coffee',
    amountSat: 100,
    ...input,
  })
  expect(status).toBe(200)
  return body as { amountSat: number | null; paymentHash: string; serialized: string }
}

const incoming = async (query = '') =>
  (await wallet.get(`/wallet/payments/incoming${query}`)).body

describe('GET /wallet/payments/incoming', () => {
  it('returns paid invoices as an array, with all fields of the node', async () => {
    const { paymentHash, serialized } = await invoice({ externalId: 'order-8' })
    expect((await incoming()).map((each: typeof paid) => each.paymentHash)).not.toContain(
      paymentHash,
    )
    await shop.node.pay({ invoice: serialized })
    const [paid] = await incoming('?externalId=order-8')
    expect(paid).toMatchObject({
      type: 'incoming_payment',
      subType: 'lightning',
      paymentHash,
      preimage: expect.stringMatching(/^[0-9a-f]{64}$/),
      amountSat: 100,
      receivedSat: 100,
      requestedSat: 100,
      description: 'coffee',
      externalId: 'order-8',
      invoice: serialized,
      isPaid: true,
      isExpired: false,
      status: 'RECEIVED',
      fees: expect.any(Number),
      createdAt: expect.any(Number),
      completedAt: expect.any(Number),
      payerKey: null,
      exchangeRateAtPayment: null,
      exchangeRateCurrency: null,
      fiatAmountAtPayment: null,
    })
  })

  it('returns [] when no payment matches', async () => {
    expect(await incoming('?externalId=no-such-id')).toEqual([])
  })

  it('returns all unpaid invoices as PENDING with all=true, without a limit', async () => {
    const many = await Promise.all(
      Array.from({ length: 25 }, () => invoice({ externalId: 'many' })),
    )
    const listed = await incoming('?all=true&externalId=many')
    expect(listed).toHaveLength(many.length)
    expect(listed[0]).toMatchObject({
      status: 'PENDING',
      amountSat: 100,
      receivedSat: 0,
      completedAt: null,
    })
    expect(await incoming('?all=true&externalId=many&limit=3')).toEqual(listed)
    expect(await incoming('?all=true&externalId=many&offset=20')).toEqual(listed)
    expect(await incoming('?all=false&externalId=many')).toEqual([])
  })

  it('returns 20 payments by default', async () => {
    for (let n = 0; n < 22; n += 1) {
      await shop.node.pay({ invoice: (await invoice({ externalId: 'paid' })).serialized })
    }
    expect(await incoming('?externalId=paid')).toHaveLength(20)
    expect(await incoming('?externalId=paid&limit=&offset=')).toHaveLength(20)
    expect(await incoming('?externalId=paid&limit=22')).toHaveLength(22)
    expect(await incoming('?externalId=paid&offset=20')).toHaveLength(2)
  })

  it('returns the received amount for an invoice without an amount', async () => {
    const { serialized } = await invoice({ amountSat: null, externalId: 'any' })
    await shop.node.pay({ invoice: serialized, amountSat: 321 })
    expect(await incoming('?externalId=any')).toMatchObject([
      { amountSat: 321, receivedSat: 321, requestedSat: null },
    ])
  })

  it('returns the rates stored with the invoice', async () => {
    const { serialized } = await invoice({
      externalId: 'rated',
      exchangeRate: 65_000.25,
      exchangeRateCurrency: 'usd',
      fiatAmount: 0.07,
    })
    await shop.node.pay({ invoice: serialized })
    expect(await incoming('?externalId=rated')).toMatchObject([
      {
        exchangeRateAtPayment: 65_000.25,
        exchangeRateCurrency: 'usd',
        fiatAmountAtPayment: 0.07,
      },
    ])
  })

  it('prefers the rates of the sale to those of the invoice', async () => {
    const till = await openTill(shop)
    const { serialized, paymentHash } = await invoice({
      externalId: 'sold',
      exchangeRate: 65_000,
      exchangeRateCurrency: 'usd',
    })
    await shop.node.pay({ invoice: serialized })
    const sale = {
      paymentMethodId: methodId('BTC'),
      paymentHash,
      exchangeRateAtPayment: 66_000,
      exchangeRateCurrency: 'mxn',
      fiatAmountAtPayment: 2.5,
    }
    const cart = till.cart(await till.createProduct(1), 1, sale)
    expect((await till.checkout(cart)).status).toBe(201)
    expect(await incoming('?externalId=sold')).toMatchObject([
      {
        exchangeRateAtPayment: 66_000,
        exchangeRateCurrency: 'mxn',
        fiatAmountAtPayment: 2.5,
      },
    ])
  })

  it('filters by from and to', async () => {
    const { serialized } = await invoice({ externalId: 'now' })
    await shop.node.pay({ invoice: serialized })
    const [{ completedAt }] = await incoming('?externalId=now')
    const from = completedAt - 60_000
    expect(await incoming(`?externalId=now&from=${from}&to=${Date.now()}`)).toHaveLength(
      1,
    )
    expect(await incoming(`?externalId=now&to=${from}`)).toEqual([])
    expect(await incoming(`?externalId=now&from=${Date.now() + 60_000}`)).toEqual([])
  })

  it.each([
    'from=yesterday',
    'to=-1',
    'from=2&to=1',
    'limit=x',
    'limit=-1',
    'limit=1.5',
    'offset=1e9',
    'all=maybe',
  ])('returns 400 for ?%s', async (query) => {
    expect(await wallet.get(`/wallet/payments/incoming?${query}`)).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    })
  })
})

describe('GET /wallet/payments/incoming/{paymentHash}', () => {
  it("returns the node's object without rates", async () => {
    const { paymentHash } = await invoice()
    const { status, body } = await wallet.get(`/wallet/payments/incoming/${paymentHash}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ paymentHash, isPaid: false, completedAt: null })
    expect(body).not.toHaveProperty('status')
    expect(body).not.toHaveProperty('exchangeRateAtPayment')
  })

  it('finds a hash in upper case', async () => {
    const { paymentHash } = await invoice()
    const path = `/wallet/payments/incoming/${paymentHash.toUpperCase()}%20`
    expect(await wallet.get(path)).toMatchObject({ status: 200, body: { paymentHash } })
  })

  it.each([
    '0'.repeat(64),
    '00000000-0000-4000-8000-000000000000',
    '0'.repeat(63),
    'x'.repeat(64),
    'nonsense',
    '%2e%2e%2fgetinfo',
    'a%2Fb',
    'é',
    'x'.repeat(300),
  ])('returns 404 for %s', async (hash) => {
    expect(await wallet.get(`/wallet/payments/incoming/${hash}`)).toMatchObject({
      status: 404,
      body: { message: 'Payment not found' },
    })
  })
})
