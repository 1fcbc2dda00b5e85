import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { stopClock } from '../../support/clock.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ options: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => shop.close())

let lastByte = 0
/** A till behind the trusted proxy, at an address of its own. */
function till() {
  lastByte += 1
  const address = `203.0.113.${lastByte}`
  const as = (credentials: object, headers = {}) =>
    shop
      .anonymous()
      .post('/auth/login', credentials, { 'x-forwarded-for': address, ...headers })
  const login = (pin: string, headers = {}) => as({ name: owner.name, pin }, headers)
  return {
    as,
    wrong: (headers = {}) => login('0000', headers),
    right: () => login(owner.pin),
    malformed: () =>
      shop.anonymous().post('/auth/login', '{', { 'x-forwarded-for': address }),
  }
}

const times = <T>(count: number, work: () => Promise<T>) =>
  Array.from({ length: count }, work)

describe('the login rate limit', () => {
  it('blocks from the 6th failure on, first for a minute', async () => {
    stopClock()
    const { wrong, right, malformed } = till()
    for (let n = 0; n < 5; n += 1) expect((await wrong()).status).toBe(401)
    const sixth = await wrong()
    expect(sixth.status).toBe(429)
    expect(sixth.body).toEqual({ retryAfter: 60 })
    expect(sixth.headers.get('retry-after')).toBe('60')
    for (const attempt of [right, malformed]) {
      const blocked = await attempt()
      expect(blocked.status).toBe(429)
      expect(blocked.body.retryAfter).toBe(60)
      expect(blocked.headers.get('retry-after')).toBe('60')
    }
  })

  it('blocks for growing times, and resets after a success', async () => {
    const { wrong, right } = till()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      for (let n = 0; n < 5; n += 1) await wrong()
      for (const minutes of [1, 1, 2, 3, 5, 8, 13]) {
        expect((await wrong()).body).toEqual({ retryAfter: minutes * 60 })
        vi.setSystemTime(Date.now() + minutes * 60_000 + 1)
      }
      expect((await right()).status).toBe(200)
      expect((await wrong()).status).toBe(401)
    } finally {
      vi.useRealTimers()
    }
  })

  it('never returns a retryAfter longer than the block, also with a clock that is behind', async () => {
    const { wrong, right, malformed } = till()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      for (let n = 0; n < 5; n += 1) await wrong()
      for (const minutes of [1, 1, 2, 3]) {
        expect((await wrong()).body).toEqual({ retryAfter: minutes * 60 })
        const blockedAtMs = Date.now()
        vi.setSystemTime(blockedAtMs - 700)
        for (const attempt of [right, malformed]) {
          expect((await attempt()).body).toEqual({ retryAfter: minutes * 60 })
        }
        vi.setSystemTime(blockedAtMs + minutes * 60_000 + 1)
      }
    } finally {
      vi.useRealTimers()
    }
  })

  it('forgets failures 24 hours after the last one', async () => {
    const { wrong } = till()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      for (let n = 0; n < 5; n += 1) await wrong()
      vi.setSystemTime(Date.now() + 24 * 60 * 60_000 + 1)
      expect((await wrong()).status).toBe(401)
    } finally {
      vi.useRealTimers()
    }
  })

  it('does not count malformed bodies', async () => {
    const { malformed, right } = till()
    for (let n = 0; n < 8; n += 1) expect((await malformed()).status).toBe(400)
    expect((await right()).status).toBe(200)
  })

  it('does not count right PINs of a role without permissions, not even in parallel', async () => {
    // However long the PINs take to check
    stopClock()
    const admin = await shop.admin()
    const { body: role } = await admin.post('/roles', { role: 'Idle' })
    const idle = { name: 'Idle', pin: '7654' }
    await admin.post('/users', { ...idle, role: role.id })
    const { wrong, as } = till()
    const answers = await Promise.all(times(12, () => as(idle)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
    for (let n = 0; n < 5; n += 1) expect((await wrong()).status).toBe(401)
    expect((await wrong()).status).toBe(429)
  })

  it('counts each address separately, whatever X-Forwarded-For a client sends', async () => {
    const [one, other] = [till(), till()]
    const claims = () => ({
      'x-forwarded-for': `10.${Math.floor(Math.random() * 250)}.0.1, 203.0.113.200`,
    })
    for (let n = 0; n < 5; n += 1) await one.wrong(claims())
    expect((await one.wrong(claims())).status).toBe(429)
    expect((await other.right()).status).toBe(200)
  })

  it('counts all addresses of one IPv6 /64 together, in any spelling', async () => {
    const from = (address: string, pin = '0000') =>
      shop
        .anonymous()
        .post('/auth/login', { name: owner.name, pin }, { 'x-forwarded-for': address })
    for (const address of [
      '2001:db8:5:6::1',
      '2001:DB8:5:6::1',
      '[2001:db8:5:6::2]:4711',
      '2001:0db8:0005:0006:ffff:0:0:1',
      '"[2001:db8:5:6:a:b:c:d]"',
    ]) {
      expect((await from(address)).status).toBe(401)
    }
    expect((await from('2001:db8:5:6::9')).status).toBe(429)
    expect((await from('2001:db8:5:7::9', owner.pin)).status).toBe(200)
  })

  it('counts an IPv4 address and its IPv6-mapped form together', async () => {
    const from = (address: string) =>
      shop
        .anonymous()
        .post(
          '/auth/login',
          { name: owner.name, pin: '0000' },
          { 'x-forwarded-for': address },
        )
    for (const address of [
      '192.0.2.33',
      '192.0.2.33:80',
      '::ffff:192.0.2.33',
      '::FFFF:C000:0221',
      '[::ffff:c000:221]:80',
    ]) {
      expect((await from(address)).status).toBe(401)
    }
    expect((await from('192.0.2.33')).status).toBe(429)
  })

  it('counts guesses that are sent in parallel', async () => {
    stopClock()
    const { wrong } = till()
    const answers = await Promise.all(times(30, wrong))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
  })

  it('lets all tills of a shop log in in parallel', async () => {
    stopClock()
    const { right } = till()
    const answers = await Promise.all(times(20, right))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
