import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

let shop: Shop
let staff: Staff
beforeAll(async () => {
  shop = await openShop({ options: { PUBLIC_LOGIN_SCREEN: 'true' } })
  staff = await staffOf(shop)
})
afterAll(() => shop.close())

const named = () => ({ id: shop.ownerId, name: owner.name, role: 'Admin' })

/** The session of a new user, with the refreshToken alone. */
async function awaitingRenewal(...permissions: string[]) {
  const { id, credentials } = await staff.createUser(
    await staff.createRoleWith(...permissions),
  )
  const { cookies } = await shop.login(credentials)
  return {
    id,
    client: shop.anonymous({ refreshToken: cookies.get('refreshToken') ?? '' }),
  }
}

describe('GET /users with publicLoginScreen', () => {
  it.each([
    ['no token', {}],
    ['a token that is none', { accessToken: 'nonsense' }],
    ['a session that is none', { refreshToken: 'nonsense' }],
  ])('returns id, name and role to a caller with %s', async (_, cookies) => {
    const answer = await shop.anonymous(cookies).get('/users')
    expect(answer).toMatchObject({ status: 200, setCookies: [] })
    expect(answer.body).toContainEqual(named())
    for (const user of answer.body) {
      expect(Object.keys(user)).toEqual(['id', 'name', 'role'])
    }
  })

  it('returns the full record to callers with users_read', async () => {
    const { body } = await (await shop.userWith('users_read')).get('/users')
    expect(body).toContainEqual(expect.objectContaining({ ...named(), pin: '****' }))
    expect((await (await shop.userWith()).get('/users')).body).toContainEqual(named())
  })

  it('renews the accessToken of an open session and authenticates its user', async () => {
    const { client } = await awaitingRenewal('users_read')
    const { status, body, setCookies } = await client.get('/users')
    expect(status).toBe(200)
    expect(setCookies).toEqual([expect.stringMatching(/^accessToken=ey.*HttpOnly/)])
    expect(body).toContainEqual(expect.objectContaining({ ...named(), pin: '****' }))
    expect((await client.get('/users/me')).status).toBe(200)
  })

  it('returns the public response to the session of a deleted user', async () => {
    const { id, client } = await awaitingRenewal('users_read')
    await staff.admin.del(`/users/${id}`)
    const { status, body, setCookies } = await client.get('/users')
    expect({ status, setCookies }).toEqual({ status: 200, setCookies: [] })
    expect(body).toContainEqual(named())
  })

  it.each([
    ['nobody', async () => shop.anonymous()],
    ['a caller with users_read', () => shop.userWith('users_read')],
  ])('returns names at /users/public to %s', async (_, caller) => {
    const { status, body } = await (await caller()).get('/users/public')
    expect(status).toBe(200)
    expect(body).toContainEqual(named())
    for (const user of body) expect(Object.keys(user)).toEqual(['id', 'name', 'role'])
  })

  it('opens no other endpoint', async () => {
    const { client } = await awaitingRenewal('users_read')
    for (const stranger of [shop.anonymous(), client]) {
      expect((await stranger.get(`/users/${shop.ownerId}`)).status).toBe(401)
      expect((await stranger.get('/users/me')).status).toBe(401)
      expect((await stranger.post('/users', {})).status).toBe(401)
      expect((await stranger.get('/roles')).status).toBe(401)
    }
  })
})
