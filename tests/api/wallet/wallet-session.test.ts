import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Client } from '../../support/client.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  const options = { TRUSTED_PROXIES: '127.0.0.1', WALLET_TOKEN_SECONDS: '300' }
  shop = await openShop({ node: 'direct', options })
})
afterAll(() => shop.close())

const password = { password: owner.password }

async function unlocked() {
  const client = await shop.admin()
  expect((await client.post('/wallet/auth', password)).status).toBe(200)
  return client
}

/** The client's cookies with these replaced; an empty value removes one. */
const variant = (client: Client, cookies: Record<string, string>) =>
  shop.anonymous(
    Object.fromEntries(
      Object.entries({ ...Object.fromEntries(client.cookies), ...cookies }).filter(
        ([, value]) => value !== '',
      ),
    ),
  )

describe('changing the password', () => {
  it('needs the current one, and opens the wallet with the new one alone', async () => {
    const client = await unlocked()
    const send = (currentPassword: unknown, newPassword: unknown) =>
      client.post('/wallet/password', { currentPassword, newPassword })
    const refused = { status: 401, body: { message: 'Invalid credentials' } }
    expect(await send('wrong', 'new words')).toMatchObject(refused)
    for (const wrong of ['', '  ', 'x'.repeat(201), null]) {
      expect((await send(owner.password, wrong)).status).toBe(400)
    }
    expect((await client.post('/wallet/auth', password)).status).toBe(200)
    const body = { message: 'Password updated successfully' }
    expect(await send(owner.password, 'new words')).toMatchObject({ status: 200, body })
    expect(await client.post('/wallet/auth', password)).toMatchObject(refused)
    expect((await client.post('/wallet/auth', { password: 'new words' })).status).toBe(
      200,
    )
    const { body: entries } = await client.get('/audit')
    expect(entries.some(({ kind }: { kind: string }) => kind === 'role')).toBe(true)
    expect((await send('new words', owner.password)).status).toBe(200)
    const locked = await shop.admin()
    const change = { currentPassword: owner.password, newPassword: 'x' }
    expect((await locked.post('/wallet/password', change)).status).toBe(403)
  })
})

describe('opening the wallet', () => {
  it('accepts the password of the role and returns when the session expires', async () => {
    const client = await shop.admin()
    const beforeMs = Date.now()
    const { status, body, setCookies } = await client.post('/wallet/auth', password)
    expect(status).toBe(200)
    expect(body.message).toBe('Login successful')
    expect(body.walletTokenExpiresAt).toBeGreaterThan(beforeMs + 290_000)
    expect(body.walletTokenExpiresAt).toBeLessThanOrEqual(Date.now() + 300_000)
    expect(setCookies).toHaveLength(1)
    expect(setCookies[0]).toMatch(
      /^walletAccessToken=[\w.-]+; HttpOnly; Path=\/; SameSite=Strict$/,
    )
  })

  it.each(['', 'wrong', owner.pin])('rejects the password %j', async (wrong) => {
    const client = await shop.admin()
    const answer = await client.post('/wallet/auth', { password: wrong })
    expect(answer).toMatchObject({
      status: 401,
      body: { message: expect.any(String) },
      setCookies: [],
    })
    await client.post('/wallet/auth', password)
  })

  it.each([undefined, '{', '{}', '{"password":7}', '[]'])(
    'returns 400 for the body %j',
    async (body) => {
      const client = await shop.admin()
      expect(await client.post('/wallet/auth', body)).toMatchObject({ status: 400 })
    },
  )

  it('requires an administrator', async () => {
    expect(await shop.anonymous().post('/wallet/auth', password)).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized API access' },
    })
  })

  it('counts wrong passwords and failed logins together in the rate limit', async () => {
    const client = await shop.admin()
    client.cookies.delete('device')
    const from = { 'x-forwarded-for': '198.51.100.7' }
    for (let n = 0; n < 3; n += 1) {
      const wrong = await client.post('/wallet/auth', { password: 'no' }, from)
      expect(wrong.status).toBe(401)
    }
    for (let n = 0; n < 2; n += 1) {
      const wrong = { name: owner.name, pin: '0000' }
      expect((await shop.anonymous().post('/auth/login', wrong, from)).status).toBe(401)
    }
    const sixth = await client.post('/wallet/auth', { password: 'no' }, from)
    expect(sixth).toMatchObject({ status: 429, body: { retryAfter: 60 } })
    expect(sixth.headers.get('retry-after')).toBe('60')
    for (const body of [password, '{']) {
      expect((await client.post('/wallet/auth', body, from)).status).toBe(429)
    }
  })

  it('counts concurrent guesses', async () => {
    // A name of its own: later logins of the owner take over the attempts that are used
    // up here.
    const admin = await shop.admin()
    const role = { role: 'Guessed', isAdmin: true, password: 'wallet' }
    const { id } = (await admin.post('/roles', role)).body
    const credentials = { name: 'Guessed', pin: '2468' }
    await admin.post('/users', { ...credentials, role: id })
    const client = await shop.login(credentials)
    const from = { 'x-forwarded-for': '198.51.100.8' }
    const guesses = Array.from({ length: 15 }, () =>
      client.post('/wallet/auth', { password: 'no' }, from),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  })

  it('does not replay its response for an Idempotency-Key', async () => {
    const client = await shop.admin()
    const key = { 'Idempotency-Key': 'wallet' }
    const [first, second] = [
      await client.post('/wallet/auth', password, key),
      await client.post('/wallet/auth', password, key),
    ]
    expect(first.setCookies[0]).not.toEqual(second.setCookies[0])
  })
})

describe('a wallet session', () => {
  it('is required by the operations of the wallet', async () => {
    const client = await shop.admin()
    for (const path of ['getinfo', 'getbalance', 'payments/incoming']) {
      expect(await client.get(`/wallet/${path}`)).toMatchObject({
        status: 403,
        body: { message: 'Wallet access required' },
      })
    }
  })

  it('gives its administrator access to the node', async () => {
    const client = await unlocked()
    expect(await client.get('/wallet/getinfo')).toMatchObject({
      status: 200,
      body: {
        nodeId: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
        chain: expect.any(String),
        blockHeight: expect.any(Number),
        version: expect.any(String),
        channels: [{ state: 'Normal', balanceSat: expect.any(Number) }],
      },
    })
    expect(await client.get('/wallet/getbalance')).toMatchObject({
      status: 200,
      body: { balanceSat: expect.any(Number), feeCreditSat: expect.any(Number) },
    })
  })

  it('is valid only with an accessToken of the session that opened it', async () => {
    const [mine, other] = [await unlocked(), await shop.admin()]
    const walletAccessToken = mine.cookies.get('walletAccessToken') ?? ''
    expect(
      (await variant(other, { walletAccessToken }).get('/wallet/getinfo')).status,
    ).toBe(401)
    expect((await mine.get('/wallet/getinfo')).status).toBe(200)
  })

  it.each(['accessToken', 'refreshToken'])('is not a %s', async (name) => {
    const client = await unlocked()
    const walletAccessToken = client.cookies.get(name) ?? ''
    expect(
      (await variant(client, { walletAccessToken }).get('/wallet/getinfo')).status,
    ).toBe(401)
  })

  it('does not end another wallet session of the same device', async () => {
    const client = await unlocked()
    const first = variant(client, {})
    await client.post('/wallet/auth', password)
    await client.post('/wallet/logout')
    expect((await first.get('/wallet/getinfo')).status).toBe(200)
  })

  it('ends with logout, which deletes its cookie', async () => {
    const client = await unlocked()
    const kept = variant(client, {})
    const answer = await client.post('/wallet/logout')
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(answer.setCookies).toEqual([
      'walletAccessToken=; HttpOnly; Path=/; SameSite=Strict; Max-Age=0',
    ])
    expect((await kept.get('/wallet/getinfo')).status).toBe(401)
  })

  it('ends when the session ends', async () => {
    const client = await unlocked()
    const kept = variant(client, {})
    await client.post('/auth/logout')
    expect((await kept.get('/wallet/getinfo')).status).toBe(401)
  })

  it('ends after its fixed lifetime, used or not', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      const client = await unlocked()
      vi.setSystemTime(Date.now() + 298_000)
      expect((await client.get('/wallet/getinfo')).status).toBe(200)
      vi.setSystemTime(Date.now() + 3_000)
      expect((await client.get('/wallet/getinfo')).status).toBe(401)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is checked after token and administrator', async () => {
    const client = await unlocked()
    expect(
      await variant(client, { accessToken: '', refreshToken: '' }).get('/wallet/getinfo'),
    ).toMatchObject({ status: 401, body: { message: 'Unauthorized API access' } })
  })
})

describe('renewal', () => {
  it.each(['', 'expired'])(
    'replaces an absent or expired accessToken within the call: %j',
    async (accessToken) => {
      const client = variant(await unlocked(), { accessToken })
      const { status, setCookies } = await client.get('/wallet/getbalance')
      expect(status).toBe(200)
      expect(setCookies).toHaveLength(1)
      expect(setCookies[0]).toMatch(/^accessToken=[\w.-]+; HttpOnly/)
      expect((await client.get('/users/me')).status).toBe(200)
    },
  )

  it('also works for opening the wallet', async () => {
    const client = variant(await shop.admin(), { accessToken: '' })
    const { status, setCookies } = await client.post('/wallet/auth', password)
    expect(status).toBe(200)
    expect(setCookies).toHaveLength(2)
    expect((await client.get('/wallet/getinfo')).status).toBe(200)
  })

  it('does not work for an ended session', async () => {
    const client = await shop.admin()
    const refreshToken = client.cookies.get('refreshToken') ?? ''
    await client.post('/auth/logout')
    await sleep(1)
    expect((await shop.anonymous({ refreshToken }).get('/wallet/getinfo')).status).toBe(
      401,
    )
  })
})
