import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashed } from '../../../shared/platform/dynamodb/keys.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { put } from '../../../shared/platform/dynamodb/write.ts'
import type { Client } from '../../support/client.ts'
import { stopClock } from '../../support/clock.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

let shop: Shop
let staff: Staff
let credentials: { name: string; pin: string }
beforeAll(async () => {
  shop = await openShop({ options: { TRUSTED_PROXIES: '127.0.0.1' } })
  staff = await staffOf(shop)
  credentials = (await staff.createUser(await staff.createRoleWith('dish_read')))
    .credentials
})
afterAll(() => shop.close())

let lastByte = 0
let from: { 'x-forwarded-for': string }
beforeEach(() => {
  lastByte += 1
  from = { 'x-forwarded-for': `203.0.113.${lastByte}` }
})

const login = (name: string, pin: string) =>
  shop.anonymous().post('/auth/login', { name, pin }, from)
const ownLogin = () => login(credentials.name, credentials.pin)
const guess = (name: string = owner.name) => login(name, '0000')

const plain = { status: 401, body: { message: 'Invalid credentials' } }
const blockedFor = (seconds: number) => ({ status: 429, body: { retryAfter: seconds } })

/** Sends requests one after another; each must return 401. */
async function failPlainly(times: number, send: () => Promise<object> = guess) {
  for (let n = 0; n < times; n += 1) expect(await send()).toMatchObject(plain)
}

/** Stops the clock; `wait` moves it forward by minutes. */
async function withClock(run: (wait: (minutes: number) => void) => Promise<void>) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  try {
    await run((minutes) => vi.setSystemTime(Date.now() + minutes * 60_000 + 1))
  } finally {
    vi.useRealTimers()
  }
}

it('reads records of releases before', async () => {
  const record = {
    pk: `LOGIN-LIMIT#${hashed(from['x-forwarded-for'])}`,
    sk: 'LIMIT',
    failures: 2,
    blockedUntilMs: 0,
    pendingUntilMs: 0,
    lastFailureMs: Date.now(),
    reservation: 'earlier',
    expiresAt: Math.ceil(Date.now() / 1_000) + 60,
  }
  await transact([put(record)])
  await failPlainly(3)
  expect(await guess()).toMatchObject(blockedFor(60))
})

describe('a successful login', () => {
  it('of any name clears the address', async () => {
    for (let n = 0; n < 3; n += 1) {
      await failPlainly(5)
      expect((await ownLogin()).status).toBe(200)
    }
    await failPlainly(5)
    expect(await guess()).toMatchObject(blockedFor(60))
  })

  it('at a device that knows its user does so too, but ends no running block', async () => {
    await withClock(async (wait) => {
      const till = await shop.login(credentials)
      const again = () => till.post('/auth/login', credentials, from)
      await failPlainly(5)
      expect((await again()).status).toBe(200)
      await failPlainly(5)
      expect(await guess()).toMatchObject(blockedFor(60))
      expect((await again()).status).toBe(200)
      expect(await guess()).toMatchObject(blockedFor(60))
      wait(1)
      expect((await again()).status).toBe(200)
      await failPlainly(5)
    })
  })
})

describe('many names from one address', () => {
  it('share one rate limit', async () => {
    stopClock()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => guess(`nobody ${at}`)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(35)
  })

  it('are 22 at most: the last block is longer than the failures are remembered', async () => {
    await withClock(async (wait) => {
      for (let n = 1; n <= 5; n += 1)
        expect(await guess(`nobody ${n}`)).toMatchObject(plain)
      let [last, minutes] = [0, 1]
      for (let n = 6; n <= 22; n += 1) {
        expect(await guess(`nobody ${n}`)).toMatchObject(blockedFor(minutes * 60))
        wait(minutes)
        ;[last, minutes] = [minutes, last + minutes]
      }
      await failPlainly(5)
      expect(await guess()).toMatchObject(blockedFor(60))
    })
  })
})

describe("a caller's PIN in a change of users", () => {
  const change = async (client: Client, currentUserPin: string) =>
    client.put(`/users/${shop.ownerId}`, { phone: currentUserPin, currentUserPin }, from)
  const wrong = { status: 403, body: { message: 'Invalid PIN' } }

  it('counts like a failed login, and a right one like a login', async () => {
    const thief = await shop.admin()
    thief.cookies.delete('device')
    for (let n = 0; n < 3; n += 1)
      expect(await change(thief, '0000')).toMatchObject(wrong)
    expect((await change(thief, owner.pin)).status).toBe(200)
    for (let n = 0; n < 5; n += 1)
      expect(await change(thief, '0000')).toMatchObject(wrong)
    expect(await change(thief, '0000')).toMatchObject(blockedFor(60))
    const before = (await thief.get(`/users/${shop.ownerId}`)).body
    expect(await change(thief, owner.pin)).toMatchObject({ status: 429 })
    expect((await thief.get(`/users/${shop.ownerId}`)).body).toEqual(before)
  })
})

describe('a wallet password', () => {
  const open = async (password: string) =>
    (await shop.admin()).post('/wallet/auth', { password }, from)

  it('at a device that does not know its user counts like a failed login', async () => {
    const admin = await shop.admin()
    admin.cookies.delete('device')
    const wrong = () => admin.post('/wallet/auth', { password: 'wrong' }, from)
    await failPlainly(3, wrong)
    await failPlainly(2)
    expect(await wrong()).toMatchObject(blockedFor(60))
  })

  it('is asked at a device that knows its user while its address is blocked', async () => {
    await failPlainly(5)
    expect(await guess()).toMatchObject(blockedFor(60))
    expect(await open('wrong')).toMatchObject(plain)
    expect((await open(owner.password)).status).toBe(200)
  })

  it('and a PIN share the ten that are free at a device', async () => {
    const { credentials: own } = await staff.createUser(
      await staff.createRole({ isAdmin: true, password: 'another' }),
    )
    const till = await shop.login(own)
    const wrong = () => till.post('/wallet/auth', { password: 'wrong' }, from)
    await failPlainly(9, wrong)
    expect((await till.post('/wallet/auth', { password: 'another' }, from)).status).toBe(
      200,
    )
    expect((await till.post('/auth/login', own, from)).status).toBe(200)
    await failPlainly(1, () => till.post('/auth/login', { ...own, pin: '0000' }, from))
    const blocked = await till.post('/auth/login', own, from)
    expect(blocked.status).toBe(429)
    expect(blocked.body.retryAfter).toBeGreaterThan(7_100)
  })
})
