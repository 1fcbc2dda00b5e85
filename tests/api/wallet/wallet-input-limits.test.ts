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

const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

describe('invalid requests do not reach the node', () => {
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
  ])('POST %s %j returns 400', async (path, body) => {
    expect(await wallet.post(path, body)).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    })
  })

  it.each([
    ['payinvoice', 'invoice', 4_296, {}],
    ['payoffer', 'offer', 4_296, {}],
    ['payoffer', 'message', 1_000, { offer: 'x' }],
    ['payonchain', 'address', 200, { amountSat: 1, feerateSatByte: 1 }],
    ['closechannel', 'address', 200, { channelId: 'x', feerateSatByte: 1 }],
    ['closechannel', 'channelId', 200, { address, feerateSatByte: 1 }],
    ['invoice', 'externalId', 1_000, { description: '' }],
  ])(
    'POST /wallet/%s returns 400 for a %s of more than %i characters',
    async (path, key, maxLength, rest) => {
      const postLength = async (characters: number) =>
        wallet.post(`/wallet/${path}`, { ...rest, [key]: 'x'.repeat(characters) })
      const message = `Invalid request: ${key}: is too long`
      expect((await postLength(maxLength)).body.message).not.toBe(message)
      expect(await postLength(maxLength + 1)).toMatchObject({
        status: 400,
        body: { message },
      })
    },
  )

  it('GET /wallet/payments/incoming returns 400 for an externalId that is too long', async () => {
    const path = `/wallet/payments/incoming?externalId=${'x'.repeat(1_001)}`
    expect((await wallet.get(path)).status).toBe(400)
  })

  it.each([
    'getinfo',
    'getbalance',
    'seed',
    'payments/outgoing',
    'payments/outgoing/x',
    'payments/outgoingbyhash/x',
  ])('GET /wallet/%s returns 403 without a wallet session', async (path) => {
    expect((await (await shop.admin()).get(`/wallet/${path}`)).status).toBe(403)
  })
})

it('GET /wallet/seed returns 404 with one word that nobody files as a seed', async () => {
  const { status, body } = await wallet.get('/wallet/seed')
  expect(status).toBe(404)
  expect(body.split(' ')).toEqual([body])
  expect(body.replaceAll('\u00a0', ' ')).toBe(
    'Not shown here: the words are in the folder of the node, on the computer in the shop',
  )
})
