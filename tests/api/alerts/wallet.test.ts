import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
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
afterEach(async () => {
  await shop.node.clearFaults()
  await wallet.del('/admin/notifications')
})

const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

/** The only notification: its type and status, and what it says. */
async function told() {
  const { body } = await wallet.get('/admin/notifications')
  expect(body).toHaveLength(1)
  const [{ type, status, metadataJson, category, actorUserId, actorUserName }] = body
  expect({ category, actorUserId, actorUserName }).toEqual({
    category: 'wallet',
    actorUserId: shop.ownerId,
    actorUserName: 'Ana',
  })
  return { type, status, ...JSON.parse(metadataJson) }
}

const newInvoice = async () => (await shop.node.invoice({ amountSat: 250 })).body
const pay = (invoice: string) => wallet.post('/wallet/payinvoice', { invoice })

it('a payment that was sent is told once, also when its request is repeated', async () => {
  const { serialized: invoice, paymentHash } = await newInvoice()
  const key = { 'Idempotency-Key': paymentHash }
  for (const _ of [1, 2]) await wallet.post('/wallet/payinvoice', { invoice }, key)
  const sent = {
    type: 'wallet.payment.sent',
    amountSat: 250,
    // 4 sat and 0.4 %
    routingFeeSat: 5,
    paymentHash,
  }
  expect(await told()).toEqual(sent)
})

it('an on-chain payment and a raised fee are told', async () => {
  const feerateSatByte = 3
  await wallet.post('/wallet/payonchain', { amountSat: 1_000, address, feerateSatByte })
  const sent = { type: 'wallet.payment.sent', amountSat: 1_000, txId: expect.any(String) }
  expect(await told()).toMatchObject(sent)
  await wallet.del('/admin/notifications')

  await wallet.post('/wallet/bumpfee', 7)
  expect(await told()).toMatchObject({ type: 'wallet.fee.bumped', feerateSatByte: 7 })
})

it('a payment that the node refuses is told as failed', async () => {
  const { serialized } = await newInvoice()
  await pay(serialized)
  await wallet.del('/admin/notifications')
  expect((await pay(serialized)).status).toBeGreaterThanOrEqual(400)
  expect(await told()).toMatchObject({
    type: 'wallet.payment.failed',
    status: 'failed',
    reason: 'The node did not send it: invoice_already_paid',
  })
})

it('a payment whose answer is lost is told as unknown', async () => {
  const { serialized } = await newInvoice()
  await shop.node.faults({ cut: true })
  expect(await pay(serialized)).toMatchObject({ status: 503 })
  expect(await told()).toMatchObject({ type: 'wallet.payment.failed', status: 'unknown' })
})

it('a closed channel is told', async () => {
  const { channelId } = (await wallet.get('/wallet/getinfo')).body.channels[0]
  await wallet.post('/wallet/closechannel', { channelId, address, feerateSatByte: 3 })
  expect(await told()).toMatchObject({ type: 'wallet.channel.closed', channelId })
})
