import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

test.each([
  ['a checkout', '/store/orders/checkout', {}],
  ['a checkout of a payment', '/store/orders/checkout-if-paid', {}],
  ['a refund', `/store/orders/${randomUUID()}/refund`, { all: true }],
  ['a refund of a bill', `/orders/${randomUUID()}/refund`, { all: true }],
  ['the wallet', '/wallet/payinvoice', {}],
  ['the password of the wallet', '/wallet/password', {}],
])('a refusal of %s says that it is the service that refuses', async (_, path, body) => {
  const answer = await admin.post(path, body)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.body).toMatchObject({ message: expect.any(String), source: 'service' })
})

test('refusals of everything else do not', async () => {
  const { status, body } = await admin.post('/spaces', {})
  expect(status).toBe(400)
  expect(body).not.toHaveProperty('source')
})
