import { afterAll, beforeAll, expect, it } from 'vitest'
import { sign } from '../../../shared/lightning/node/phoenixd/signature.ts'
import { openBeside, openShop, owner, type Shop } from '../../support/shop.ts'
import { newPaymentHash } from '../../support/till.ts'

let corner: Shop
let cafe: Shop
beforeAll(async () => {
  corner = await openShop({ shop: 'corner' })
  cafe = await openBeside(corner, 'cafe')
})
afterAll(() => corner.close())

const path = '/wallet/webhook-secret'

async function secretOf(shop: Shop): Promise<string> {
  const admin = await shop.admin()
  await admin.post('/wallet/auth', { password: owner.password })
  return (await admin.get(path)).body.webhookSecret
}

it('is the one that signs the webhooks of its shop alone', async () => {
  const secret = await secretOf(corner)
  const raw = JSON.stringify({ type: 'payment_received', paymentHash: newPaymentHash() })
  const statuses = [corner, cafe].map(async (shop) => {
    const headers = { 'X-Node-Signature': sign(secret, raw) }
    return (await shop.anonymous().send('POST', '/webhook/node', raw, headers)).status
  })
  expect(await Promise.all(statuses)).toEqual([200, 401])
  expect(await secretOf(cafe)).not.toBe(secret)
})

it('is shown to nobody without an open wallet session', async () => {
  const closed = await corner.admin()
  expect(await closed.get(path)).toMatchObject({ status: 403 })
  await closed.post('/wallet/auth', { password: owner.password })
  expect(await closed.get(path)).toMatchObject({ status: 200 })
  await closed.post('/wallet/logout')
  expect(await closed.get(path)).toMatchObject({ status: 403 })
  const cashier = await corner.userWith('orders_create', 'payments_create')
  expect(await cashier.get(path)).toMatchObject({ status: 403 })
  expect(await corner.anonymous().get(path)).toMatchObject({ status: 401 })
})
