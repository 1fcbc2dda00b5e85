import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../../faults/proxy.ts'
import type { Client } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let table: FaultProxy
let shop: Shop
let user: Client
beforeAll(async () => {
  table = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: table.endpoint })
  user = await shop.userWith('payments_read')
})
afterAll(async () => {
  await shop.close()
  table.close()
})

const btc = { id: '3ae8f71e-954a-4795-8531-368354c67ede', name: 'BTC' }

describe('payment methods', () => {
  it('are Cash, Credit Card, Debit Card, BTC and Bank Transfer', async () => {
    const { status, body } = await user.get('/payments/methods')
    expect(status).toBe(200)
    expect(body).toEqual([
      { id: '32332081-7a2b-4e67-a198-fddf2451f426', name: 'Cash' },
      { id: '6440df5d-c76c-4074-9256-dd2dccf8a50b', name: 'Credit Card' },
      { id: '0b571243-2143-4afc-a728-f6e5c4e8a9e1', name: 'Debit Card' },
      btc,
      { id: '82a6def9-eb44-43f9-9507-9a61a3361f92', name: 'Bank Transfer' },
    ])
  })

  it('are found by id', async () => {
    const answer = await user.get(`/payments/methods/${btc.id}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(btc)
  })
})

describe('payment currencies', () => {
  it('are the same as GET /currencies', async () => {
    const { status, body } = await user.get('/payments/currencies')
    expect(status).toBe(200)
    const settings = await shop.userWith('settings_read')
    expect(body).toEqual((await settings.get('/currencies')).body)
  })

  it('are found by id', async () => {
    const path = '/payments/currencies/beb95c15-cdcb-47c3-beba-5a47f360b999'
    const { status, body } = await user.get(path)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: 'beb95c15-cdcb-47c3-beba-5a47f360b999',
      acronym: 'MXN',
      name: 'Mexican Peso',
      symbol: '$',
      countryName: 'Mexico',
      countryCode: 'MX',
      fractionDigits: 2,
    })
  })
})

it('makes no call to DynamoDB', async () => {
  table.reset()
  await user.get('/payments/methods')
  await user.get(`/payments/methods/${btc.id}`)
  await user.get('/payments/currencies')
  await user.get('/payments/currencies/nothing')
  expect(table.calls()).toEqual([])
})

describe.each([
  ['/payments/methods', 'Payment method not found'],
  ['/payments/currencies', 'Currency not found'],
])('%s', (path, notFound) => {
  it.each([
    '00000000-0000-4000-8000-000000000000',
    'BTC',
    '..%2F..',
    '%00',
    'x'.repeat(3000),
  ])('returns 404 for the id %s', async (id) => {
    expect(await user.get(`${path}/${id}`)).toMatchObject({ status: 404, body: notFound })
  })

  it.each(['/', '/%20'])('returns 400 for the blank id %j', async (blank) => {
    expect(await user.get(path + blank)).toMatchObject({
      status: 400,
      body: 'Missing or malformed ID',
    })
  })

  it.each(['', '/BTC'])('needs payments_read for the path %j', async (end) => {
    expect((await shop.anonymous().get(path + end)).status).toBe(401)
    const other = await shop.userWith('settings_read')
    expect(await other.get(path + end)).toMatchObject({
      status: 403,
      body: { message: 'Permission required' },
    })
  })
})
