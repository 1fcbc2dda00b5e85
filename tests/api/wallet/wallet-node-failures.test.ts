import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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

describe('when the node fails', () => {
  afterEach(() => shop.node.clearFaults())

  const down = {
    message: 'Lightning node is unavailable',
    code: 0,
    source: 'node',
    reason: 'node_unavailable',
  }

  it.each(['/wallet/getinfo', '/wallet/getbalance', '/wallet/payments/incoming'])(
    '%s returns 503 if the node does not respond',
    async (path) => {
      await shop.node.faults({ refuse: true })
      expect(await wallet.get(path)).toMatchObject({ status: 503, body: down })
    },
  )

  it('creating an invoice returns 503', async () => {
    await shop.node.faults({ cut: true })
    const answer = await (await shop.userWith()).post('/wallet/invoice', {
      description: '',
    })
    expect(answer).toMatchObject({ status: 503, body: down })
  })

  it.each([
    ['/wallet/getinfo', 'Unable to retrieve node information'],
    ['/wallet/getbalance', 'Unable to retrieve balance information'],
  ])('%s returns 502 if the node responds with an error', async (path, message) => {
    await shop.node.faults({ status500: true })
    expect(await wallet.get(path)).toMatchObject({
      status: 502,
      body: { message, code: 500, source: 'node', reason: 'unknown' },
    })
  })

  it('returns 502 if the response is not a list', async () => {
    await shop.node.faults({ wrongJson: true })
    expect(await wallet.get('/wallet/payments/incoming')).toMatchObject({
      status: 502,
      body: { code: 200, source: 'node', reason: 'unknown' },
    })
  })
})
