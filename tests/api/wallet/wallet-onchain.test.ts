import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
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

const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const txId = expect.stringMatching(/^[0-9a-f]{64}$/)

describe('on-chain payments', () => {
  it('pays to an address and returns the fees', async () => {
    const input = { amountSat: 20_000, address, feerateSatByte: 3 }
    expect(await wallet.post('/wallet/payonchain', input)).toMatchObject({
      status: 200,
      body: { txId, amountSat: 20_000, feesSat: 600 },
    })
  })

  it('returns 0 fees when the list of payments fails', async () => {
    await shop.node.faults({ refuse: true, path: '/payments' })
    const input = { amountSat: 1000, address, feerateSatByte: 3 }
    expect(await wallet.post('/wallet/payonchain', input)).toMatchObject({
      status: 200,
      body: { txId, amountSat: 1000, feesSat: 0 },
    })
  })

  it('fails when the response is not a transaction id', async () => {
    const input = { amountSat: 1000, address: 'nowhere', feerateSatByte: 3 }
    expect(await wallet.post('/wallet/payonchain', input)).toMatchObject({
      status: 400,
      body: { ...nodeFailure('invalid_address'), message: 'Invalid address' },
    })
  })

  it('bumps the fee: the body is an integer', async () => {
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
      status: 400,
      body: nodeFailure('invalid_request', 400),
    })
    expect(
      await wallet.post('/wallet/closechannel', { ...closing, channelId }),
    ).toMatchObject({ status: 200, body: { txId } })
    // The next incoming payment opens a channel with a balance to spend
    const { body: invoice } = await wallet.post('/wallet/invoice', {
      description: 'top up',
      amountSat: 500_000,
      externalId: 'top-up',
    })
    await shop.node.pay({ invoice: invoice.serialized })
  })
})
