import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { outage } from './fault.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

let proxy: FaultProxy
let shop: Shop
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint })
})
afterEach(() => proxy.reset())
afterAll(async () => {
  await shop.close()
  proxy.close()
})

const { name, pin } = owner
const login = (sent: string) => shop.anonymous().post('/auth/login', { name, pin: sent })

/** Returns a test for calls of the table with this part of a key. */
const contains = (part: string) => (request: object) =>
  JSON.stringify(request).includes(part)

it.each([
  ['a user cannot be read', 'BatchGetItem', '"ROLE"'],
  ['a session cannot be stored', 'TransactWriteItems', 'SESSION#'],
])('a login does not count as failed when %s', async (_, operation, part) => {
  proxy.inject({ operation, when: contains(part), times: 60, fault: outage })
  for (let n = 0; n < 6; n += 1) {
    expect(await login(pin)).toMatchObject({
      status: 500,
      body: { message: 'Error connecting to the database' },
    })
  }
  proxy.reset()
  expect((await login('0000')).status).toBe(401)
  expect((await login(pin)).status).toBe(200)
})
