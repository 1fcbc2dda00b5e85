import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { encodeOffer } from '../../../infra/local/lightning-node/offers.ts'
import { reachableAgents } from '../../../shared/agents/tunnel-connections.ts'
import { lookupTimeoutMs } from '../../../shared/lightning/node/lookup-timeout.ts'
import type { Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openWallet } from '../../support/wallet-client.ts'

let shop: Shop
let wallet: Client
const { before, after } = lookupTimeoutMs
beforeAll(async () => {
  // A lookup through the tunnel takes many calls of the table, which all tests share
  Object.assign(lookupTimeoutMs, { before: 20_000, after: 20_000 })
  shop = await openShop({ node: 'tunnel' })
  wallet = await openWallet(shop)
  const isOpen = async () => expect(await reachableAgents()).toHaveLength(1)
  await eventually(isOpen)
})
afterAll(async () => {
  Object.assign(lookupTimeoutMs, { before, after })
  await shop.close()
})
afterEach(() => shop.node.clearFaults())

describe('the wallet through the on-site agent', () => {
  it('reads the node', async () => {
    expect(await wallet.get('/wallet/getinfo')).toMatchObject({
      status: 200,
      body: { nodeId: expect.any(String), channels: [{ state: 'Normal' }] },
    })
  })

  it('creates an invoice whose payment reaches the watchers', async () => {
    const watcher = await shop.watch(wallet)
    const { body } = await wallet.post('/wallet/invoice', {
      description: 'through the tunnel',
      amountSat: 42,
      externalId: 'order-42',
    })
    await shop.node.pay({ invoice: body.serialized })
    const { paymentHash } = body
    expect(await watcher.until((frame) => frame.paymentHash === paymentHash)).toEqual({
      type: 'payment_received',
      timestamp: expect.any(Number),
      amountSat: 42,
      paymentHash,
      externalId: 'order-42',
    })
    const incoming = await wallet.get('/wallet/payments/incoming?externalId=order-42')
    expect(incoming.body).toMatchObject([{ paymentHash, status: 'RECEIVED' }])
  })

  it('lists more than fits one frame or record', async () => {
    const description = 'x'.repeat(128)
    for (let n = 0; n < 60; n += 1) {
      await wallet.post('/wallet/invoice', { description, externalId: 'large' })
    }
    const { body } = await wallet.get(
      '/wallet/payments/incoming?all=true&externalId=large',
    )
    expect(body).toHaveLength(60)
  })

  it('sends texts of the maximum length to the node', async () => {
    const issuer = `02${'ab'.repeat(32)}`
    const whole = encodeOffer({ amountSat: 1_000, description: 'tea', issuer })
    // It may go on after a plus sign and spaces
    const offer = `${whole.slice(0, 40)}+${whole.slice(40).padStart(4_296 - 41)}`
    const message = '\u0001'.repeat(1_000)
    expect(await wallet.post('/wallet/payoffer', { offer, message })).toMatchObject({
      status: 200,
      body: { recipientAmountSat: 1_000 },
    })
  })

  it('pays, and looks up the payment whose response was lost', async () => {
    const { body: stranger } = await shop.node.invoice({ amountSat: 250 })
    await shop.node.faults({ cut: true, path: '/payinvoice' })
    const invoice = stranger.serialized
    expect(await wallet.post('/wallet/payinvoice', { invoice })).toMatchObject({
      status: 200,
      body: { recipientAmountSat: 250, paymentHash: stranger.paymentHash },
    })
  })

  it('returns node_unavailable when the node does not respond', async () => {
    await shop.node.faults({ refuse: true })
    expect(await wallet.get('/wallet/getbalance')).toMatchObject({
      status: 503,
      body: { reason: 'node_unavailable', source: 'node', code: 0 },
    })
  })
})
