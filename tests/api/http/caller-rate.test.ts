import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/client.ts'
import { withStoppedClock } from '../../support/clock.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/**
 * Sends that many requests within one window, and returns the answers to those above the limit.
 */
async function tooMany(send: () => ReturnType<Client['post']>, times: number) {
  const all = () => Promise.all(Array.from({ length: times }, send))
  const answers = await withStoppedClock(all)
  return answers.filter(({ status }) => status === 429)
}

const malformed = { elements: 1 }

test('a user who asks for too many previews is told to wait, and nobody else', async () => {
  const greedy = await shop.userFor(randomUUID())
  const [refused] = await tooMany(() => greedy.post('/templates/preview', malformed), 120)
  expect(refused?.body).toEqual({
    message: 'Too many of these requests: try again later',
  })
  const seconds = Number(refused?.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(10)
  expect(await greedy.get('/config')).toMatchObject({ status: 200 })
  const other = await shop.admin()
  expect(await other.post('/templates/preview', malformed)).toMatchObject({ status: 400 })
})

test('an address that sends too many logins is told to wait, and its users sell on', async () => {
  const ana = await shop.admin()
  const anybody = shop.anonymous()
  const [refused] = await tooMany(() => anybody.post('/auth/login', {}), 700)
  expect(refused?.body).toEqual({
    retryAfter: Number(refused?.headers.get('retry-after')),
  })
  expect(await ana.get('/products')).toMatchObject({ status: 200 })
})

test('an address that asks too much of what is public is told to wait, and nobody else', async () => {
  const wallet = shop.anonymous()
  const ask = () => wallet.get(`/lnurl/pay/${randomUUID()}`)
  const [refused] = await tooMany(ask, 320)
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'Too many of these requests: try again later' },
  })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused?.headers.get('access-control-allow-origin')).toBe('*')
  expect(await (await shop.admin()).get('/products')).toMatchObject({ status: 200 })
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' }
  expect(await wallet.get(`/lnurl/pay/${randomUUID()}`, elsewhere)).toMatchObject({
    status: 200,
  })
})

test('a body of more values than any endpoint takes is refused before they are read', async () => {
  const ana = await shop.admin()
  const permissions = (count: number) => Array.from({ length: count }, () => 'none')
  const send = (count: number) =>
    ana.post('/api-keys', { name: 'Web shop', permissions: permissions(count) })
  expect(await send(50_001)).toMatchObject({
    status: 400,
    body: { message: 'Invalid request: the body has too many values' },
  })
  expect(await send(10)).toMatchObject({ status: 400 })
})
