import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { delay } from './fault.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

let proxy: FaultProxy
let shop: Shop
let admin: Client
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint })
  admin = await shop.admin()
})
afterAll(async () => {
  await shop.close()
  proxy.close()
})

/** Longer than API Gateway waits for a Lambda. */
const stall = delay(31_000)

const stalledFor = (times: number) =>
  proxy.inject({ operation: 'Query', times, fault: stall })

it('a call that stalls is retried', async () => {
  stalledFor(1)
  expect((await admin.get('/products')).status).toBe(200)
  proxy.reset()
})

it('a table that keeps stalling gets 500 before the API times out', async () => {
  stalledFor(Number.POSITIVE_INFINITY)
  expect(await admin.get('/products')).toMatchObject({
    status: 500,
    body: { message: 'Error connecting to the database' },
  })
})
