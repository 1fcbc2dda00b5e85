import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { firstPin, type Staff, staffOf } from '../../support/staff.ts'

let shop: Shop
let staff: Staff
let waiters: string
beforeAll(async () => {
  shop = await openShop()
  staff = await staffOf(shop)
  waiters = await staff.createRole({ role: 'Waiters' })
  await staff.admin.put(`/roles/${waiters}/permissions`, { permissions: ['orders_read'] })
})
afterAll(() => shop.close())

const unknownId = randomUUID()

describe('the list of users', () => {
  it('returns full records with masks to callers with users_read', async () => {
    const { id, credentials } = await staff.createUser(waiters, {
      email: 'ana@shop.example',
    })
    const { status, body } = await (await shop.userWith('users_read')).get('/users')
    expect(status).toBe(200)
    expect(body.find((each: { id: string }) => each.id === id)).toEqual({
      id,
      name: credentials.name,
      pin: '****',
      refreshToken: '****',
      role: 'Waiters',
      roleId: waiters,
      email: 'ana@shop.example',
      phone: null,
      isAdmin: false,
    })
  })

  it('returns id, name and role to every other caller', async () => {
    const { status, body } = await (await shop.userWith('roles_read')).get('/users')
    expect(status).toBe(200)
    expect(body).toContainEqual({ id: shop.ownerId, name: owner.name, role: 'Admin' })
    for (const user of body) expect(Object.keys(user)).toEqual(['id', 'name', 'role'])
  })

  it('returns 401 without a token', async () => {
    expect((await shop.anonymous().get('/users/public')).status).toBe(401)
    expect((await (await shop.userWith()).get('/users/public')).status).toBe(200)
    expect(await shop.anonymous().get('/users')).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized API access' },
    })
  })
})

describe('one user', () => {
  it('is returned to callers with users_read and to the user', async () => {
    const { id, credentials } = await staff.createUser(waiters)
    const own = await (await shop.login(credentials)).get(`/users/${id}`)
    expect(own).toMatchObject({ status: 200, body: { id, role: 'Waiters' } })
    const seen = await (await shop.userWith('users_read')).get(`/users/${id}`)
    expect(seen).toMatchObject({ status: 200, body: own.body })
  })

  it('returns the same 403 to others, whether the id exists or not', async () => {
    const other = await shop.userFor(unknownId)
    for (const id of [shop.ownerId, randomUUID(), '', '%20']) {
      expect(await other.get(`/users/${id}`)).toMatchObject({
        status: 403,
        body: { message: 'Permission required' },
      })
    }
  })

  it.each([unknownId, 'abc'])('returns 404 for the id %s', async (id) => {
    expect(await staff.admin.get(`/users/${id}`)).toMatchObject({
      status: 404,
      body: 'User not found',
    })
  })

  it('returns 400 for a blank id', async () => {
    expect(await staff.admin.get('/users/%20')).toMatchObject({
      status: 400,
      body: 'Missing or malformed ID',
    })
  })
})

describe('creating a user', () => {
  const create = (fields: object) =>
    staff.admin.post('/users', {
      name: randomUUID(),
      pin: firstPin,
      role: waiters,
      ...fields,
    })

  it('lets the user log in', async () => {
    const name = randomUUID()
    const { status, body } = await create({ name, email: ' ', phone: '' })
    expect(status).toBe(201)
    expect(body).toEqual({ id: expect.any(String), message: 'User added successfully' })
    expect(await staff.findUser(body.id)).toMatchObject({
      name,
      email: null,
      phone: null,
    })
    const me = await (await shop.login({ name, pin: firstPin })).get('/users/me')
    expect(me.body).toMatchObject({
      user: { userId: body.id, role: 'Waiters', roleId: waiters, isAdmin: false },
      perms: [{ name: 'orders_read' }],
    })
  })

  it.each([
    { name: ' ' },
    { name: null },
    { name: undefined },
    { pin: '' },
    { pin: '    ' },
    { pin: null },
    { pin: undefined },
    { name: '', pin: '12', role: unknownId },
  ])('returns 400 without name or PIN: %j', async (fields) => {
    expect(await create(fields)).toMatchObject({
      status: 400,
      body: 'Failed to add user, user name and/or pin cannot be null or blank',
    })
  })

  it.each([{ pin: '123' }, { pin: '🍵🍵🍵' }, { pin: '123', role: unknownId }])(
    'returns 400 for a PIN shorter than 4 characters: %j',
    async (fields) => {
      expect(await create(fields)).toMatchObject({
        status: 400,
        body: 'Failed to add user, pin must be at least 4 characters long',
      })
    },
  )

  it.each([undefined, null, '', 7, 'Waiters', unknownId])(
    'returns 400 without the id of a role: %j',
    async (role) => {
      expect(await create({ role })).toMatchObject({
        status: 400,
        body: 'Failed to add user',
      })
    },
  )

  it.each(['{', '[]', '7', undefined])('returns 400 for the body %j', async (body) => {
    expect((await staff.admin.post('/users', body)).status).toBe(400)
  })

  it('returns 409 when the name exists', async () => {
    const { credentials } = await staff.createUser(waiters)
    expect(await create({ name: credentials.name })).toMatchObject({
      status: 409,
      body: { message: 'User name already exists' },
    })
    expect((await create({ name: credentials.name.toUpperCase() })).status).toBe(201)
  })

  it('runs once per Idempotency-Key', async () => {
    const fields = { name: randomUUID(), pin: firstPin, role: waiters }
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await staff.admin.post('/users', fields, key)
    const again = await staff.admin.post('/users', fields, key)
    expect(again).toMatchObject({ status: 201, body: first.body })
  })
})

describe('deleting a user', () => {
  it('deletes the user and frees the name', async () => {
    const { id, credentials } = await staff.createUser(waiters)
    const deleted = await staff.admin.del(`/users/${id}`)
    expect(deleted).toMatchObject({ status: 204, body: undefined })
    expect((await staff.admin.get(`/users/${id}`)).status).toBe(404)
    expect(await shop.anonymous().post('/auth/login', credentials)).toMatchObject({
      status: 401,
      body: { message: 'Invalid credentials' },
    })
    const again = await staff.createUser(waiters, { name: credentials.name })
    expect(again.id).not.toBe(id)
    await shop.login(again.credentials)
  })

  it.each([unknownId, 'abc'])('returns 404 for an unknown user: %s', async (id) => {
    expect(await staff.admin.del(`/users/${id}`)).toMatchObject({
      status: 404,
      body: `User with ID: ${id} not found`,
    })
  })
})

describe('permissions', () => {
  it.each([
    ['POST', '/users', 'users_create'],
    ['PUT', `/users/${unknownId}`, 'users_update'],
    ['DELETE', `/users/${unknownId}`, 'users_delete'],
  ] as const)('%s %s needs %s', async (method, path, needed) => {
    const others = (
      ['users_read', 'users_create', 'users_update', 'users_delete'] as const
    ).filter((name) => name !== needed)
    expect(await (await shop.userWith(...others)).send(method, path)).toMatchObject({
      status: 403,
      body: { message: 'Permission required' },
    })
    const { status } = await (await shop.userWith(needed)).send(method, path)
    expect([400, 404]).toContain(status)
  })
})
