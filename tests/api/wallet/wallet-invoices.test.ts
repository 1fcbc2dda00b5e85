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

describe('creating an invoice', () => {
  it.each(['/wallet/createinvoice', '/wallet/invoice'])('works on %s', async (path) => {
    const { status, body } = await (await cashier()).post(path, {
      description: 'two coffees',
      amountSat: 2100,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      amountSat: 2100,
      paymentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      serialized: expect.stringMatching(/^ln/),
    })
  })

  it('requires a token but no permission', async () => {
    const input = { description: 'x' }
    expect((await shop.anonymous().post('/wallet/invoice', input)).status).toBe(401)
    expect((await (await shop.userWith()).post('/wallet/invoice', input)).status).toBe(
      200,
    )
  })

  it.each([{ amountSat: null }, { amountSat: undefined }])(
    'creates an invoice for any amount with %j',
    async (any) => {
      expect(await invoice(any)).toMatchObject({ amountSat: null })
    },
  )

  it.each([
    { description: '' },
    { description: 'é'.repeat(500) },
    { externalId: 'order-7', expirySeconds: 60 },
    { expirySeconds: 10 * 366 * 86_400 },
    { externalId: null, expirySeconds: null, exchangeRate: null, fiatAmount: null },
    { exchangeRate: 65_000.5, exchangeRateCurrency: 'usd', fiatAmount: 0.07 },
    { exchangeRate: 65_000.5 },
    { somethingElse: true },
  ])('accepts %j', async (input) => {
    await invoice(input)
  })

  it('truncates the description to 128 characters', async () => {
    const { paymentHash } = await invoice({ description: 'x'.repeat(200) })
    const { body } = await wallet.get(`/wallet/payments/incoming/${paymentHash}`)
    expect(body.description).toBe('x'.repeat(128))
  })

  it.each([
    undefined,
    '{',
    [],
    {},
    { description: null },
    { description: 5 },
    { description: 'x', amountSat: 0 },
    { description: 'x', amountSat: -1 },
    { description: 'x', amountSat: 1.5 },
    { description: 'x', amountSat: '100' },
    { description: 'x', amountSat: 1e300 },
    { description: 'x', expirySeconds: 0 },
    { description: 'x', expirySeconds: 2.5 },
    { description: 'x', expirySeconds: Number.MAX_SAFE_INTEGER },
    { description: 'x', expirySeconds: 10 * 366 * 86_400 + 1 },
    { description: 'x', externalId: 7 },
    { description: 'x', exchangeRate: 'high' },
    { description: 'x', exchangeRate: 1e300, exchangeRateCurrency: 'usd' },
    { description: 'x', exchangeRateCurrency: 7 },
    { description: 'x', fiatAmount: {} },
  ])('returns 400 for %j', async (input) => {
    const answer = await (await cashier()).post('/wallet/createinvoice', input)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String) } })
  })

  it('creates one invoice per Idempotency-Key', async () => {
    const client = await cashier()
    for (const rates of [{}, { exchangeRate: 65_000, exchangeRateCurrency: 'usd' }]) {
      const input = { description: 'once', amountSat: 5, ...rates }
      const key = { 'Idempotency-Key': `invoice ${JSON.stringify(rates)}` }
      const first = await client.post('/wallet/invoice', input, key)
      expect(await client.post('/wallet/invoice', input, key)).toMatchObject({
        status: 200,
        body: first.body,
      })
    }
  })
})
