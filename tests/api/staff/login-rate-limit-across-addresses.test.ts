import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashed } from '../../../shared/dynamodb/keys.ts'
import { noResponse, transact } from '../../../shared/dynamodb/transact.ts'
import { put } from '../../../shared/dynamodb/write.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'

const minute = 60_000
const day = 24 * 60 * minute

let shop: Shop
let idle: { name: string; pin: string }
beforeAll(async () => {
  shop = await openShop({
    options: { TRUSTED_PROXIES: '127.0.0.1', ACCESS_TOKEN_SECONDS: '60' },
  })
  const staff = await staffOf(shop)
  idle = (await staff.createUser(await staff.createRole())).credentials
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(() => wait(40 * day))
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

const wait = (ms: number) => vi.setSystemTime(Date.now() + ms)

const login = (address: string, { name, pin }: { name: string; pin: string }) =>
  shop.anonymous().post('/auth/login', { name, pin }, { 'x-forwarded-for': address })
const guess = (address: string, name: string = owner.name) =>
  login(address, { name, pin: '0000' })
const right = (address: string) => login(address, owner)

const plain = { status: 401, body: { message: 'Invalid credentials' } }
const loggedIn = { status: 200 }
const blockedFor = (seconds: number) => ({ status: 429, body: { retryAfter: seconds } })

/** Fills a bucket, as so many guesses from other addresses would; 100 is full. */
const fill = (of: string, level: number) =>
  transact(
    [
      put({
        pk: `LOGIN-LIMIT#${hashed(of)}`,
        sk: 'SHARED',
        level,
        leakedMs: Date.now(),
        expiresAt: Math.ceil(Date.now() / 1_000) + 60_000,
      }),
    ],
    noResponse,
  )
const fillName = (level: number, name: string = owner.name) =>
  fill(`PIN of ${name}`, level)
const fillNetwork = (prefix: string, level: number) => fill(`network ${prefix}`, level)

describe('guesses at one name from many networks', () => {
  it.each([owner.name, 'Nobody'])(
    'are 100, then one every ten minutes: %s',
    async (name) => {
      await fillName(98, name)
      expect(await guess('203.0.113.1', name)).toMatchObject(plain)
      expect(await guess('2001:db8:1:1::1', name)).toMatchObject(plain)
      expect(await guess('2001:db8:2:1::1', name)).toMatchObject(blockedFor(600))
      wait(9 * minute)
      expect(await guess('198.51.100.1', name)).toMatchObject(blockedFor(60))
      wait(minute)
      expect(await guess('192.0.2.1', name)).toMatchObject(plain)
      expect(await guess('192.0.2.2', name)).toMatchObject(blockedFor(600))
    },
  )

  it('all count when they are sent in parallel', async () => {
    await fillName(98)
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => guess(`10.0.${n}.1`)))
    const failed = answers.filter(({ status }) => status === 401)
    const blocked = answers.filter(({ status }) => status === 429)
    expect([failed.length, blocked.length]).toEqual([2, 4])
  })

  it('refuse the right PIN from a new address, and no guess at another name', async () => {
    await fillName(100)
    expect((await right('203.0.113.3')).status).toBe(429)
    expect(await guess('203.0.113.3', 'Nobody else')).toMatchObject(plain)
  })

  it('never refuse an address where the name has logged in within 30 days', async () => {
    const till = '198.51.100.7'
    expect(await right(till)).toMatchObject(loggedIn)
    wait(0.9 * day)
    expect(await right(till)).toMatchObject(loggedIn)
    wait(29.9 * day)
    await fillName(100)
    await fillNetwork('198.51.100', 100)
    expect(await guess(till)).toMatchObject(plain)
    expect(await right(till)).toMatchObject(loggedIn)
    wait(31.1 * day)
    await fillName(100)
    expect((await right(till)).status).toBe(429)
  })

  it('do not include an address that is known for another name', async () => {
    const till = '198.51.100.8'
    expect(await right(till)).toMatchObject(loggedIn)
    await fillName(100, 'Nobody')
    expect((await guess(till, 'Nobody')).status).toBe(429)
  })

  it("never refuse the shop's other users, nor its wallet, for strangers in its network", async () => {
    const till = '198.51.100.10'
    const client = await right(till)
    const cookie = client.setCookies.map((each) => each.split(';')[0]).join('; ')
    await fillNetwork('198.51.100', 100)
    expect(await guess(till, idle.name)).toMatchObject(plain)
    expect((await guess('198.51.100.11', idle.name)).status).toBe(429)
    const headers = { 'x-forwarded-for': till, cookie }
    const { password } = owner
    expect(
      await shop.anonymous().post('/wallet/auth', { password }, headers),
    ).toMatchObject({ status: 200 })
  })

  it('do not include what a known till mistypes', async () => {
    const till = '198.51.100.9'
    expect(await right(till)).toMatchObject(loggedIn)
    await fillName(99)
    for (let n = 0; n < 3; n += 1) expect(await guess(till)).toMatchObject(plain)
    expect(await guess('203.0.113.4')).toMatchObject(plain)
  })
})

it.each<[string, typeof idle | undefined, number]>([
  ['a right PIN', owner, 200],
  ['a right PIN without permissions', undefined, 403],
])('%s is taken out of the counts again', async (_, credentials = idle, status) => {
  await fillName(99, credentials.name)
  await fillNetwork('203.0.113', 99)
  expect((await login('203.0.113.5', credentials)).status).toBe(status)
  expect(await guess('203.0.113.6', credentials.name)).toMatchObject(plain)
  expect((await guess('203.0.113.7', credentials.name)).status).toBe(429)
})

it.each([
  [
    'an IPv6 /48',
    '2001:db8:5',
    ['2001:db8:5:1::1', '2001:db8:5:ffff::1'],
    '2001:db8:6::1',
  ],
  ['an IPv4 /24', '203.0.113', ['203.0.113.1', '203.0.113.200'], '203.0.114.1'],
])('guesses at many names from %s share a count', async (_, prefix, inside, outside) => {
  await fillNetwork(prefix, 99)
  expect(await guess(inside[0] ?? '', 'One')).toMatchObject(plain)
  expect(await guess(inside[1] ?? '', 'Another')).toMatchObject(blockedFor(600))
  expect(await guess(outside, 'Another')).toMatchObject(plain)
})
