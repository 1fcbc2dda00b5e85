import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { upsert } from '../../shared/platform/dynamodb/write.ts'
import { responseWrites } from '../../shared/platform/idempotency/stored-response.ts'
import type { Client } from '../support/client.ts'
import { productFields } from '../support/products.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { outage } from './fault.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

let proxy: FaultProxy
let shop: Shop
let admin: Client
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint, node: 'direct' })
  admin = await shop.admin()
})
afterEach(() => proxy.reset())
afterAll(async () => {
  await shop.close()
  proxy.close()
})

/** Fails the transaction after the first few. A reservation that lapses is none. */
const failWriteAfter = (first: number) =>
  proxy.inject({ operation: 'TransactWriteItems', nth: first + 1, fault: outage })

it('keeps a stock adjustment and its response together', async () => {
  const { body } = await admin.post('/products', { ...productFields, quantity: 2 })
  const adjust = (key: string) =>
    admin.post('/products/stock', [{ productId: body.id, quantity: 5 }], {
      'idempotency-key': key,
    })
  for (const [at, key] of [randomUUID(), randomUUID()].entries()) {
    proxy.reset()
    failWriteAfter(at)
    await adjust(key)
    proxy.reset()
    expect((await adjust(key)).status).toBe(200)
  }
  expect((await admin.get(`/products/${body.id}`)).body.quantity).toBe(12)
})

it('never pays twice, even if the response could not be stored, nor without an audit entry', async () => {
  await admin.post('/wallet/auth', { password: 'wallet-secret' })
  const { body } = await shop.node.invoice({ amountSat: 1_000, description: 'beans' })
  const pay = (key: string) =>
    admin.post(
      '/wallet/payinvoice',
      { invoice: body.serialized },
      { 'idempotency-key': key },
    )
  // Writes: reserve the key, enter the payment, raise its alert, keep the answer
  proxy.reset()
  failWriteAfter(1)
  expect((await pay(randomUUID())).status).toBe(500)
  proxy.reset()
  expect((await admin.get('/wallet/payments/outgoing')).body).toEqual([])
  const key = randomUUID()
  proxy.reset()
  failWriteAfter(3)
  expect((await pay(key)).status).toBe(200)
  proxy.reset()
  expect((await pay(key)).status).toBe(409)
  const { body: sent } = await admin.get('/wallet/payments/outgoing')
  expect(sent).toHaveLength(1)
})

it('says what is wrong with a request, though that could not be stored', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const badly = () => admin.post('/products/stock', '{', key)
  failWriteAfter(0)
  expect(await badly()).toMatchObject({ status: 400 })
  proxy.reset()
  expect(await badly()).toMatchObject({ status: 409 })
})

it('keeps a refusal, though an attempt that was given up arrives later', async () => {
  const record = { pk: `IDEMPOTENCY#${randomUUID()}`, sk: 'ANSWER' }
  const run = { record, reservation: randomUUID(), expiresAt: 4_000_000_000 }
  const answered = (status: number) =>
    responseWrites(run, { status, contentType: 'application/json', body: '{}' }).write
  const set = { state: 'running', reservation: run.reservation }
  await transact([upsert(record, { set })])
  await transact([answered(409)])
  await expect(transact([answered(201)])).rejects.toThrow()
})
