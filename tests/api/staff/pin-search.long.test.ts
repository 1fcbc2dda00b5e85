import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openShop, owner, type Shop } from '../../support/shop.ts'

/*
 * The search for a PIN over HTTP, in virtual time, for some days of the many that
 * tests/unit/staff/pin-search.test.ts counts to the end.
 */
const minute = 60_000
const day = 24 * 60 * minute
const days = 5
const till = '198.51.100.7'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ options: { TRUSTED_PROXIES: '127.0.0.1' } })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

const login = (address: string, pin: string, client = shop.anonymous()) =>
  client.post('/auth/login', { name: owner.name, pin }, { 'x-forwarded-for': address })

let turn = 0
const addressTurns = [
  () => `2001:db8:7:${(turn % 65_536).toString(16)}::1`,
  () => `10.${turn % 4}.${turn % 250}.1`,
] as const
const nextAddress = () => {
  turn += 1
  return addressTurns[turn % 2]?.() ?? ''
}

it('a /48 and 1,000 IPv4 addresses together try a few hundred PINs in days', async () => {
  const startMs = Date.now()
  const atTill = shop.anonymous()
  expect((await login(till, owner.pin, atTill)).status).toBe(200)
  let tried = 0
  let nextMorningMs = startMs
  while (Date.now() < startMs + days * day) {
    if (Date.now() >= nextMorningMs) {
      expect((await login(till, '0000', atTill)).status).toBe(401)
      expect((await login(till, owner.pin, atTill)).status).toBe(200)
      nextMorningMs += day
    }
    const { status, body } = await login(nextAddress(), '0000')
    if (status === 401) tried += 1
    else {
      expect(status).toBe(429)
      vi.setSystemTime(Date.now() + body.retryAfter * 1_000)
    }
  }
  const daysNeeded = (10_000 * days) / tried
  console.log(`${tried} PINs in ${days} days: all 10,000 take ${daysNeeded.toFixed(0)}`)
  expect(tried).toBeGreaterThan(100)
  expect(daysNeeded).toBeGreaterThan(60)
}, 600_000)
