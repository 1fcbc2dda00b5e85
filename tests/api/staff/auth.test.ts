import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, owner, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ options: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => shop.close())

const credentials = { name: owner.name, pin: owner.pin }
const login = (body: unknown, headers = {}) =>
  shop.anonymous().post('/auth/login', body, headers)

describe('login', () => {
  it('returns the user and all permissions for an administrator', async () => {
    const { status, body } = await login(credentials)
    expect(status).toBe(200)
    expect(body).toEqual({
      message: 'Login successful',
      user: {
        userId: shop.ownerId,
        name: owner.name,
        email: null,
        phone: null,
        role: 'Admin',
        roleId: shop.roleId,
        isAdmin: true,
      },
      perms: expect.any(Array),
      failedSince: { count: 0, lastAt: null },
    })
    expect(body.perms).toHaveLength(66)
    const names: string[] = body.perms.map(({ name }: { name: string }) => name)
    expect(names).toEqual(names.toSorted((one, other) => (one < other ? -1 : 1)))
  })

  it('sets three HttpOnly cookies, without Secure over http', async () => {
    const { setCookies } = await login(credentials)
    expect(setCookies).toEqual([
      expect.stringMatching(
        /^accessToken=[^;]+; HttpOnly; Path=\/; SameSite=Lax; Max-Age=3600$/,
      ),
      expect.stringMatching(
        /^refreshToken=[^;]+; HttpOnly; Path=\/; SameSite=Lax; Max-Age=2592000$/,
      ),
      expect.stringMatching(
        /^device=[^;]+; HttpOnly; Path=\/; SameSite=Lax; Max-Age=34560000$/,
      ),
    ])
  })

  it('sets Secure cookies when a trusted proxy received the request over https', async () => {
    const { setCookies } = await login(credentials, {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
    })
    for (const cookie of setCookies) expect(cookie).toMatch(/; Secure$/)
  })

  it.each([
    ['a wrong PIN', { name: owner.name, pin: '0000' }],
    ['an unknown name', { name: 'Nobody', pin: owner.pin }],
  ])('returns the same 401 for %s and sets no cookie', async (_, body) => {
    const answer = await login(body, { 'x-forwarded-for': '198.51.100.1' })
    expect(answer).toMatchObject({
      status: 401,
      body: { message: 'Invalid credentials' },
      setCookies: [],
    })
  })

  it.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['no pin', { name: owner.name }],
    ['a number as pin', { name: owner.name, pin: 4321 }],
    ['an array', [credentials]],
    ['null', 'null'],
  ])('returns 400 for a body that is %s', async (_, body) => {
    const answer = await login(body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toEqual(expect.any(String))
  })

  it('returns 400 for a body that is not UTF-8', async () => {
    const [before, after] = JSON.stringify({ name: '?', pin: owner.pin }).split('?')
    const bytes = [
      Buffer.from(before ?? ''),
      Buffer.from([0xff]),
      Buffer.from(after ?? ''),
    ]
    expect((await login(Buffer.concat(bytes))).status).toBe(400)
  })

  it('ignores a byte order mark', async () => {
    expect((await login(`\ufeff${JSON.stringify(credentials)}`)).status).toBe(200)
  })

  it('parses a JSON body with any content type', async () => {
    const answer = await login(JSON.stringify(credentials), {
      'content-type': 'text/plain',
    })
    expect(answer.status).toBe(200)
  })
})

describe('tokens', () => {
  it.each([
    ['none', undefined],
    ['nonsense', 'nonsense'],
  ])('returns 401 for an access token that is %s', async (_, token) => {
    const client = shop.anonymous()
    if (token) client.cookies.set('accessToken', token)
    expect(await client.get('/users/me')).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized API access' },
    })
  })

  it('returns 401 for a refresh token as access token and vice versa', async () => {
    const client = await shop.admin()
    const { accessToken, refreshToken } = Object.fromEntries(client.cookies)
    client.cookies.set('accessToken', refreshToken ?? '')
    client.cookies.set('refreshToken', accessToken ?? '')
    expect((await client.get('/users/me')).status).toBe(401)
    expect(await client.post('/auth/refresh')).toMatchObject({
      status: 401,
      body: { message: 'Invalid token' },
    })
  })

  it('returns 401 for a token signed with another key or unsigned', async () => {
    const [header, payload] =
      (await shop.admin()).cookies.get('accessToken')?.split('.') ?? []
    const forged = await new SignJWT(
      JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()),
    )
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('another key of at least some length'))
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const token of [forged, unsigned, `${header}.${payload}.`]) {
      const client = shop.anonymous()
      client.cookies.set('accessToken', token)
      expect((await client.get('/users/me')).status).toBe(401)
    }
  })

  it('ignores a token in the Authorization header', async () => {
    const token = (await shop.admin()).cookies.get('accessToken')
    const { status } = await shop
      .anonymous()
      .get('/users/me', { authorization: `Bearer ${token}` })
    expect(status).toBe(401)
  })

  it('signs a different access token each time', async () => {
    const client = await shop.admin()
    const answers = await Promise.all([1, 2, 3].map(() => client.post('/auth/refresh')))
    expect(new Set(answers.map(({ body }) => body.accessToken)).size).toBe(3)
  })
})

describe('refresh', () => {
  it('renews the access token any number of times and keeps the refresh token', async () => {
    const client = await shop.admin()
    client.cookies.delete('accessToken')
    for (const _ of [1, 2]) {
      const { status, body, setCookies } = await client.post('/auth/refresh')
      expect(status).toBe(200)
      expect(body).toEqual({
        message: 'Access token refreshed successfully',
        accessToken: client.cookies.get('accessToken'),
      })
      expect(setCookies).toHaveLength(1)
    }
    expect((await client.get('/users/me')).status).toBe(200)
  })

  it('returns 401 without a cookie', async () => {
    expect(await shop.anonymous().post('/auth/refresh')).toMatchObject({
      status: 401,
      body: { message: 'Invalid token' },
    })
  })
})

describe('logout', () => {
  it('ends its session and deletes all three cookies', async () => {
    const client = await shop.admin()
    const refreshToken = client.cookies.get('refreshToken') ?? ''
    const { status, body, setCookies } = await client.post('/auth/logout')
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: 'Logout successful' },
    })
    expect(setCookies).toEqual([
      'accessToken=; HttpOnly; Path=/; SameSite=Lax; Max-Age=0',
      'refreshToken=; HttpOnly; Path=/; SameSite=Lax; Max-Age=0',
      'walletAccessToken=; HttpOnly; Path=/; SameSite=Strict; Max-Age=0',
    ])
    client.cookies.set('refreshToken', refreshToken)
    expect((await client.post('/auth/refresh')).status).toBe(401)
  })

  it('keeps the sessions of other devices', async () => {
    const [till, phone] = [await shop.admin(), await shop.admin()]
    await till.post('/auth/logout')
    expect((await phone.post('/auth/refresh')).status).toBe(200)
  })

  it('returns 401 without a token', async () => {
    expect((await shop.anonymous().post('/auth/logout')).status).toBe(401)
  })
})

describe('GET /users/me', () => {
  it('returns the current user with all permissions', async () => {
    const { status, body } = await (await shop.admin()).get('/users/me')
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      userId: shop.ownerId,
      role: 'Admin',
      isAdmin: true,
    })
    expect(body.perms).toHaveLength(66)
    expect(body.perms[0]).toEqual({
      id: expect.any(String),
      name: expect.any(String),
      description: expect.any(String),
      enabled: true,
      adminOnly: false,
    })
  })

  it("returns 404 when the token's user was deleted", async () => {
    const client = await shop.userFor(randomUUID())
    expect(await client.get('/users/me')).toMatchObject({
      status: 404,
      body: 'User not found',
    })
  })
})
