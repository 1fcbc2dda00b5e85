import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { put } from '../../../shared/platform/dynamodb/write.ts'
import {
  notificationKey,
  upsertNotification,
} from '../../../shared/selling/sales/payment-hashes.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { newPaymentHash, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
  await shop.node.faults({ webhook: 'lost' })
})
afterAll(() => shop.close())
afterEach(() => shop.node.faults({ refuse: null, status500: null }))

describe('GET /store/orders/payment-status/{paymentHash}', () => {
  it('is pending, then paid, then completed with the sale', async () => {
    const { body: invoice } = await till.admin.post('/wallet/createinvoice', {
      description: 'coffee',
      amountSat: 1_000,
    })
    const { paymentHash } = invoice as { paymentHash: string }
    const cart = till.cart(await till.createProduct(1), 1, { paymentHash })
    expect(await till.paymentStatus(paymentHash)).toMatchObject({
      status: 200,
      body: { status: 'pending' },
    })
    await shop.node.pay({ paymentHash })
    const padded = `%20${paymentHash.toUpperCase()}%20`
    expect((await till.paymentStatus(padded)).body).toEqual({ status: 'paid' })
    const { body } = await till.checkoutIfPaid(cart)
    for (const hash of [paymentHash, padded]) {
      expect(await till.paymentStatus(hash)).toMatchObject({ status: 200, body })
    }
  })

  it.each([{ refuse: true }, { status500: true }])(
    'is pending with nodeReachable false when the node fails (%j)',
    async (fault) => {
      await shop.node.faults(fault)
      const { status, body } = await till.paymentStatus(newPaymentHash())
      expect({ status, body }).toEqual({
        status: 200,
        body: { status: 'pending', nodeReachable: false },
      })
    },
  )

  it('stays paid after a signed notification, as long ago as it may be', async () => {
    const notified = async (receivedAtMs: number, stored: object = {}) => {
      const paymentHash = newPaymentHash()
      const key = notificationKey(paymentHash)
      const upserted = upsertNotification(paymentHash, { receivedAtMs, amountSat: 1 })
      const earlier = { ...key, receivedAtMs, amountSat: 1, ...stored }
      await transact(['expiresAt' in stored ? put(earlier) : upserted])
      return (await till.paymentStatus(paymentHash)).body
    }
    const now = Math.floor(Date.now() / 1_000)
    expect(await notified(1)).toEqual({ status: 'paid' })
    // Stored as by releases up to 0.2: past its expiry, too, as long as the record exists
    for (const expiresAt of [now + 60, now - 60]) {
      expect(await notified(1, { expiresAt })).toEqual({ status: 'paid' })
    }
  })

  it('has no nodeReachable when the node answered', async () => {
    expect((await till.paymentStatus(newPaymentHash())).body).toEqual({
      status: 'pending',
    })
  })

  it.each(['', '%20'])('returns 400 for the blank hash %j', async (blank) => {
    expect(await till.paymentStatus(blank)).toMatchObject({
      status: 400,
      body: { message: 'paymentHash required' },
    })
  })

  it('needs the permission orders_create', async () => {
    const reader = await shop.userWith('orders_read')
    expect(await reader.get('/store/orders/payment-status/abc')).toMatchObject({
      status: 403,
    })
  })
})
