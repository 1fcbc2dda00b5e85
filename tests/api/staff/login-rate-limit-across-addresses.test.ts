import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashed } from '../../../shared/platform/dynamodb/keys.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { deleteIfPresent, put, update } from '../../../shared/platform/dynamodb/write.ts'
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
afterEach(async () => {
  wait(3 * day)
  // Each test begins with a name that no device knows
  for (const name of [owner.name, idle.name]) {
    const key = { pk: `LOGIN-LIMIT#${hashed(`PIN of ${name}`)}`, sk: 'DEVICES' }
    await transact([deleteIfPresent(key)])
  }
})
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

/** Fills the bucket of strangers, as this many guesses from other addresses would. */
const fillName = (level: number, name: string = owner.name) =>
  transact([
    put({
      pk: `LOGIN-LIMIT#${hashed(`PIN of ${name}`)}`,
      sk: 'SHARED',
      level,
      leakedMs: Date.now(),
      expiresAt: Math.ceil(Date.now() / 1_000) + 300_000,
    }),
  ])

/** A browser that logs in as the owner, and whose later attempts bring its cookies. */
async function openTill(address: string) {
  const client = shop.anonymous()
  const from = { 'x-forwarded-for': address }
  const send = (pin: string, name: string = owner.name) =>
    client.post('/auth/login', { name, pin }, from)
  expect(await send(owner.pin)).toMatchObject(loggedIn)
  return { client, right: () => send(owner.pin), wrong: () => send('0000'), send }
}

describe('guesses at one name from devices that do not know it', () => {
  it.each([owner.name, 'Nobody'])('are 60, then one in an hour: %s', async (name) => {
    await fillName(58, name)
    expect(await guess('203.0.113.1', name)).toMatchObject(plain)
    expect(await guess('2001:db8:1:1::1', name)).toMatchObject(plain)
    expect(await guess('2001:db8:2:1::1', name)).toMatchObject(blockedFor(3_600))
    wait(59 * minute)
    expect(await guess('198.51.100.1', name)).toMatchObject(blockedFor(60))
    wait(minute)
    expect(await guess('192.0.2.1', name)).toMatchObject(plain)
    expect(await guess('192.0.2.2', name)).toMatchObject(blockedFor(3_600))
  })

  it('all count when they are sent in parallel', async () => {
    await fillName(58)
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => guess(`10.0.${n}.1`)))
    const failed = answers.filter(({ status }) => status === 401)
    const blocked = answers.filter(({ status }) => status === 429)
    expect([failed.length, blocked.length]).toEqual([2, 4])
  })

  it('refuse the right PIN from a client without cookies, and no guess at another name', async () => {
    await fillName(60)
    expect((await right('203.0.113.3')).status).toBe(429)
    expect(await guess('203.0.113.3', 'Nobody else')).toMatchObject(plain)
  })

  it('are not given back by a success in between', async () => {
    await fillName(58)
    expect(await guess('203.0.113.4')).toMatchObject(plain)
    expect(await right('203.0.113.4')).toMatchObject(loggedIn)
    expect(await guess('203.0.113.4')).toMatchObject(plain)
    expect((await guess('203.0.113.4')).status).toBe(429)
  })

  it('20 a day write a line for an alarm, without the name', async () => {
    const till = await openTill('198.51.100.30')
    await fillName(0)
    const day = new Date(Date.now()).toISOString().slice(0, 10)
    await transact([
      update(
        { pk: `LOGIN-LIMIT#${hashed(`PIN of ${owner.name}`)}`, sk: 'SHARED' },
        { set: { day, wrong: 18 } },
      ),
    ])
    const log = vi.spyOn(console, 'log')
    const alerts = () =>
      log.mock.calls.flat().filter((line) => String(line).includes('many-wrong-pins'))
    expect(await guess('203.0.113.9')).toMatchObject(plain)
    expect(alerts()).toEqual([])
    expect(await till.wrong()).toMatchObject(plain)
    expect(alerts()).toHaveLength(1)
    expect(JSON.parse(String(alerts()[0]))).toMatchObject({
      level: 'error',
      userId: shop.ownerId,
      wrongToday: 20,
    })
    log.mockRestore()
  })
})

describe('a device that knows a name', () => {
  it('gets a cookie that pages cannot read, for 400 days', async () => {
    const { setCookies } = await right('198.51.100.7')
    const cookie = setCookies.find((each) => each.startsWith('device='))
    expect(cookie).toMatch(/; HttpOnly; Path=\/; SameSite=Lax; Max-Age=34560000$/)
  })

  it('is never stopped by strangers, nor by the block of its address', async () => {
    const till = await openTill('198.51.100.8')
    await fillName(60)
    for (let n = 0; n < 6; n += 1) await guess('198.51.100.8', 'Nobody')
    expect((await guess('198.51.100.8', 'Nobody')).status).toBe(429)
    expect(await till.wrong()).toMatchObject(plain)
    expect(await till.right()).toMatchObject(loggedIn)
    // Each login counts for another 400 days
    for (let year = 0; year < 2; year += 1) {
      wait(390 * day)
      await fillName(60)
      expect(await till.right()).toMatchObject(loggedIn)
    }
  })

  it('has ten wrong PINs of it, then one in two hours, and other devices have theirs', async () => {
    const [till, other] = [await openTill('198.51.100.9'), await openTill('198.51.100.9')]
    for (let n = 0; n < 10; n += 1) {
      expect(await till.wrong()).toMatchObject(plain)
      if (n < 9) expect(await till.right()).toMatchObject(loggedIn)
    }
    expect(await till.right()).toMatchObject(blockedFor(7_200))
    expect(await other.right()).toMatchObject(loggedIn)
    expect(await right('198.51.100.9')).toMatchObject(loggedIn)
    wait(120 * minute)
    expect(await till.wrong()).toMatchObject(plain)
    expect((await till.right()).status).toBe(429)
  })

  it('counts guesses that are sent in parallel', async () => {
    const till = await openTill('198.51.100.10')
    const answers = await Promise.all(Array.from({ length: 16 }, () => till.wrong()))
    const failed = answers.filter(({ status }) => status === 401)
    expect(failed).toHaveLength(10)
  })

  it('is a stranger to other names', async () => {
    const till = await openTill('198.51.100.11')
    await fillName(60, idle.name)
    expect((await till.send(idle.pin, idle.name)).status).toBe(429)
  })

  it('is one of the latest six', async () => {
    const tills: Awaited<ReturnType<typeof openTill>>[] = []
    for (let n = 0; n < 7; n += 1) {
      tills.push(await openTill(`198.51.100.${20 + n}`))
      wait(1_000)
    }
    await fillName(60)
    expect((await tills[0]?.right())?.status).toBe(429)
    for (const till of tills.slice(1)) expect(await till.right()).toMatchObject(loggedIn)
  })

  it('is not pushed out by a program that logs in without cookies', async () => {
    const till = await openTill('198.51.100.12')
    expect(await till.right()).toMatchObject(loggedIn)
    for (let n = 0; n < 8; n += 1) {
      expect(await right('203.0.113.20')).toMatchObject(loggedIn)
    }
    await fillName(60)
    expect(await till.right()).toMatchObject(loggedIn)
  })

  it.each(['', 'x.y.z', 'accessToken'])(
    'is not known by a forged cookie: %s',
    async (value) => {
      const till = await openTill('198.51.100.13')
      const forged = value === 'accessToken' ? till.client.cookies.get(value) : value
      till.client.cookies.set('device', forged ?? '')
      await fillName(60)
      expect((await till.right()).status).toBe(429)
    },
  )
})

it.each<[string, typeof idle | undefined, number]>([
  ['a right PIN', owner, 200],
  ['a right PIN without permissions', undefined, 403],
])('%s is taken out of the counts again', async (_, credentials = idle, status) => {
  await fillName(59, credentials.name)
  expect((await login('203.0.113.5', credentials)).status).toBe(status)
  expect(await guess('203.0.113.6', credentials.name)).toMatchObject(plain)
  expect((await guess('203.0.113.7', credentials.name)).status).toBe(429)
})
