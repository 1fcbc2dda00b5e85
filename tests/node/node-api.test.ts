import { describe, expect, test } from 'vitest'
import { limitedPassword, password, shopNode } from './shop-node.ts'

describe('authentication', () => {
  test.each([
    ['another password', ':wrong'],
    ['an empty one', ':'],
  ])('%s gets 401 on every path', async (_case, credentials) => {
    const { call } = await shopNode()
    for (const [path, form] of [
      ['/getinfo'],
      ['/payments/incoming'],
      ['/payinvoice', {}],
    ] as const) {
      const { status, body } = await call(path, form, credentials)
      expect([status, body]).toEqual([401, expect.stringContaining('Invalid auth')])
    }
  })

  test('a call without credentials gets 401', async () => {
    const { url } = await shopNode()
    expect((await fetch(`${url}/getinfo`)).status).toBe(401)
  })

  test.each([
    'payinvoice',
    'payoffer',
    'paylnaddress',
    'lnurlpay',
    'lnurlauth',
    'sendtoaddress',
    'bumpfee',
    'closechannel',
  ])('the limited password gets 401 for %s', async (name) => {
    const { call } = await shopNode()
    expect((await call(`/${name}`, {}, `:${limitedPassword}`)).status).toBe(401)
    expect((await call(`/${name}`, {}, `:${password}`)).status).not.toBe(401)
  })
})

test('getinfo and getbalance describe one channel', async () => {
  const { call } = await shopNode()
  const { body: info } = await call('/getinfo')
  const { body: balance } = await call('/getbalance')
  expect(info).toEqual({
    nodeId: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
    channels: [
      {
        state: 'Normal',
        channelId: expect.stringMatching(/^[0-9a-f]{64}$/),
        balanceSat: balance.balanceSat,
        inboundLiquiditySat: expect.any(Number),
        capacitySat: expect.any(Number),
        fundingTxId: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ],
    chain: 'testnet3',
    blockHeight: expect.any(Number),
    version: expect.stringContaining('0.8.0'),
  })
  expect(balance).toEqual({ balanceSat: expect.any(Number), feeCreditSat: 0 })
})

test('rejects unknown paths and bodies that are not form-encoded', async () => {
  const { call, url } = await shopNode()
  expect(await call('/nowhere')).toEqual({
    status: 404,
    body: 'Unknown endpoint (check api doc)',
  })
  expect((await call('/payinvoice')).status).toBe(405)
  const json = await fetch(`${url}/createinvoice`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`:${password}`)}`,
      'content-type': 'application/json',
    },
    body: '{"description":"x"}',
  })
  expect(json.status).toBe(400)
})

describe('payment lists', () => {
  /** A node with five invoices, created a second apart; all but the last are paid. */
  async function nodeWithPayments() {
    const node = await shopNode()
    const start = node.clock.ms
    for (const n of [1, 2, 3, 4, 5]) {
      node.clock.ms = start + n * 1_000
      const invoice = await node.client.createInvoice({
        description: `${n}`,
        amountSat: n,
        externalId: n < 3 ? 'early' : 'late',
      })
      if (n < 5) await node.simulate('pay', { paymentHash: invoice.paymentHash })
    }
    node.clock.ms += 1_000
    const listAmounts = async (query = '') =>
      (await node.call(`/payments/incoming${query}`)).body.map(
        (payment: { requestedSat: number }) => payment.requestedSat,
      )
    return { ...node, start, listAmounts }
  }

  test('list paid invoices, newest first; with all also unpaid ones', async () => {
    const { listAmounts } = await nodeWithPayments()
    expect(await listAmounts()).toEqual([4, 3, 2, 1])
    expect(await listAmounts('?all=true')).toEqual([5, 4, 3, 2, 1])
    expect(await listAmounts('?all=false')).toEqual([4, 3, 2, 1])
  })

  test('filter by limit, offset, inclusive dates and externalId', async () => {
    const { listAmounts, start } = await nodeWithPayments()
    expect(await listAmounts('?limit=2')).toEqual([4, 3])
    expect(await listAmounts('?limit=2&offset=3')).toEqual([1])
    expect(await listAmounts(`?from=${start + 2_000}&to=${start + 3_000}`)).toEqual([
      3, 2,
    ])
    expect(await listAmounts('?externalId=late')).toEqual([4, 3])
    expect(await listAmounts('?externalId=late&all=true&limit=1')).toEqual([5])
  })

  test('have 20 entries by default, also with all', async () => {
    const { client, simulate } = await shopNode()
    for (let n = 0; n < 22; n++) {
      const invoice = await client.createInvoice({ description: '', amountSat: 1 })
      await simulate('pay', { paymentHash: invoice.paymentHash })
    }
    expect(await client.incomingPayments()).toHaveLength(20)
    expect(await client.incomingPayments({ limit: 30 })).toHaveLength(22)
    expect(await client.incomingPayments({ all: true })).toHaveLength(20)
    expect(await client.incomingPayments({ all: true, limit: 30 })).toHaveLength(22)
  })

  test('respond 404 for unknown payments and 400 for malformed ids', async () => {
    const { call, client } = await shopNode()
    const hash = 'ab'.repeat(32)
    const id = '7b1cf1a2-3a5c-4d62-b2a9-6f0f8a5ff2bd'
    for (const [list, unknown] of [
      ['incoming', hash],
      ['outgoing', id],
      ['outgoingbyhash', hash],
    ]) {
      expect((await call(`/payments/${list}/${unknown}`)).status).toBe(404)
      expect((await call(`/payments/${list}/nonsense`)).status).toBe(400)
      expect((await call(`/payments/${list}/%E0%A4%A`)).status).toBe(400)
    }
    expect(await client.incomingPayment(hash)).toBeUndefined()
    expect(await client.outgoingPayment('nonsense')).toBeUndefined()
    expect(await client.outgoingPaymentByHash(hash)).toBeUndefined()
  })
})
