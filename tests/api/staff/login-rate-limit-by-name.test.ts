import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashed } from '../../../shared/dynamodb/keys.ts'
import { noResponse, transact } from '../../../shared/dynamodb/transact.ts'
import { put } from '../../../shared/dynamodb/write.ts'
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

it('reads records of version 0.1.0, which count no names', async () => {
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
  await transact([put(record)], noResponse)
  expect((await ownLogin()).status).toBe(200)
  await failPlainly(3)
  expect(await guess()).toMatchObject(blockedFor(60))
})

describe('a successful login', () => {
  it('keeps the failures of other names', async () => {
    await failPlainly(5)
    expect((await ownLogin()).status).toBe(200)
    expect(await guess()).toMatchObject(blockedFor(60))
  })

  it('does not reset the rate limit of other names, however often it is repeated', async () => {
    await withClock(async (wait) => {
      await failPlainly(5)
      for (const minutes of [1, 1, 2, 3, 5]) {
        expect((await ownLogin()).status).toBe(200)
        expect(await guess()).toMatchObject(blockedFor(minutes * 60))
        wait(minutes)
      }
    })
  })

  it('between guesses at another name does not change their count', async () => {
    for (let n = 0; n < 5; n += 1) {
      await failPlainly(1)
      expect((await ownLogin()).status).toBe(200)
    }
    expect(await guess()).toMatchObject(blockedFor(60))
  })

  it('removes the failures of its own name only', async () => {
    await failPlainly(2, () => guess(credentials.name))
    await failPlainly(3)
    expect((await ownLogin()).status).toBe(200)
    await failPlainly(2)
    expect(await guess()).toMatchObject(blockedFor(60))
  })

  it('unblocks the address when every name has logged in', async () => {
    await failPlainly(2, () => guess(credentials.name))
    await failPlainly(3)
    expect((await ownLogin()).status).toBe(200)
    expect((await login(owner.name, owner.pin)).status).toBe(200)
    await failPlainly(5)
  })

  it('does not remove guesses sent in parallel', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? guess() : ownLogin())),
    )
    const guesses = answers.filter((_, at) => at % 2 === 0).map(({ status }) => status)
    expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
    expect(new Set(guesses)).toEqual(new Set([401, 429]))
    expect((await guess()).status).toBe(429)
  })
})

describe('many names from one address', () => {
  it('share one rate limit', async () => {
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

describe('a wallet password', () => {
  const open = async (password: string) =>
    (await shop.admin()).post('/wallet/auth', { password }, from)
  const wrong = () => open('wrong')

  it('that is right keeps the failures of logins', async () => {
    await failPlainly(5)
    expect((await open(owner.password)).status).toBe(200)
    expect(await guess()).toMatchObject(blockedFor(60))
  })

  it('that is wrong stays counted after a login of the same user', async () => {
    await failPlainly(5, wrong)
    expect((await login(owner.name, owner.pin)).status).toBe(200)
    expect(await wrong()).toMatchObject(blockedFor(60))
  })

  it('that is wrong stays counted after a right one of another user', async () => {
    const role = await staff.createRole({ isAdmin: true, password: 'another' })
    const other = await shop.login((await staff.createUser(role)).credentials)
    await failPlainly(5, wrong)
    const opened = await other.post('/wallet/auth', { password: 'another' }, from)
    expect(opened.status).toBe(200)
    expect(await wrong()).toMatchObject(blockedFor(60))
  })

  it('that is right removes the failures of its user', async () => {
    await failPlainly(5, wrong)
    expect((await open(owner.password)).status).toBe(200)
    await failPlainly(5, wrong)
    expect(await wrong()).toMatchObject(blockedFor(60))
  })
})
