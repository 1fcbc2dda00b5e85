import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, owner, type Shop } from './shop.ts'
import { firstPin, openStaff, type Staff } from './staff.ts'

let shop: Shop
let staff: Staff
let waiters: string
beforeAll(async () => {
  shop = await openShop()
  staff = await openStaff(shop)
  waiters = await staff.role({ role: 'Waiters' })
  await staff.admin.put(`/roles/${waiters}/permissions`, { permissions: ['orders_read'] })
})
afterAll(() => shop.close())

const nobody = randomUUID()

describe('the list of users', () => {
  it('shows records with masks to callers with users_read', async () => {
    const { id, credentials } = await staff.user(waiters, { email: 'ana@shop.example' })
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

  it('shows id, name and role to every other caller', async () => {
    const { status, body } = await (await shop.userWith('roles_read')).get('/users')
    expect(status).toBe(200)
    expect(body).toContainEqual({ id: shop.ownerId, name: owner.name, role: 'Admin' })
    for (const user of body) expect(Object.keys(user)).toEqual(['id', 'name', 'role'])
  })

  it('needs a token', async () => {
    expect(await shop.anonymous().get('/users')).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized API access' },
    })
  })

  it('is a bare string before there are any', async () => {
    const fresh = await openShop({ fresh: true })
    try {
      for (const user of [await fresh.userWith('users_read'), await fresh.userWith()]) {
        expect(await user.get('/users')).toMatchObject({
          status: 200,
          body: 'No users found',
        })
      }
    } finally {
      await fresh.close()
    }
  })
})

describe('one user', () => {
  it('is shown to callers with users_read and to itself', async () => {
    const { id, credentials } = await staff.user(waiters)
    const own = await (await shop.login(credentials)).get(`/users/${id}`)
    expect(own).toMatchObject({ status: 200, body: { id, role: 'Waiters' } })
    const seen = await (await shop.userWith('users_read')).get(`/users/${id}`)
    expect(seen).toMatchObject({ status: 200, body: own.body })
  })

  it('is not shown to others, who learn nothing of what exists', async () => {
    const other = await shop.userFor(nobody)
    for (const id of [shop.ownerId, randomUUID()]) {
      expect(await other.get(`/users/${id}`)).toMatchObject({
        status: 403,
        body: { message: 'Permission required' },
      })
    }
  })

  it.each([nobody, 'abc'])('%s is not found', async (id) => {
    expect(await staff.admin.get(`/users/${id}`)).toMatchObject({
      status: 404,
      body: 'User not found',
    })
  })

  it('is not named by a blank id', async () => {
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

  it('opens the door to it', async () => {
    const name = randomUUID()
    const { status, body } = await create({ name, email: ' ', phone: '' })
    expect(status).toBe(201)
    expect(body).toEqual({ id: expect.any(String), message: 'User added successfully' })
    expect(await staff.record(body.id)).toMatchObject({ name, email: null, phone: null })
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
    { name: '', pin: '12', role: nobody },
  ])('needs name and PIN: %j', async (fields) => {
    expect(await create(fields)).toMatchObject({
      status: 400,
      body: 'Failed to add user, user name and/or pin cannot be null or blank',
    })
  })

  it.each([{ pin: '123' }, { pin: '123', role: nobody }])(
    'needs a PIN of 4 characters: %j',
    async (fields) => {
      expect(await create(fields)).toMatchObject({
        status: 400,
        body: 'Failed to add user, pin must be at least 4 characters long',
      })
    },
  )

  it.each([undefined, null, '', 7, 'Waiters', nobody])(
    'needs the id of a role: %j',
    async (role) => {
      expect(await create({ role })).toMatchObject({
        status: 400,
        body: 'Failed to add user',
      })
    },
  )

  it.each(['{', '[]', '7', undefined])('refuses the body %j', async (body) => {
    expect((await staff.admin.post('/users', body)).status).toBe(400)
  })

  it('refuses a name that a live user has', async () => {
    const { credentials } = await staff.user(waiters)
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

describe('changing a user', () => {
  const taken = { status: 409, body: { message: 'User name already exists' } }

  it('changes what is sent and keeps the rest', async () => {
    const { id, credentials } = await staff.user(waiters, {
      email: 'ana@shop.example',
      phone: '555',
    })
    const answer = await staff.admin.put(`/users/${id}`, { email: 'b@shop.example' })
    expect(answer).toMatchObject({
      status: 200,
      body: { id, message: 'User updated successfully' },
    })
    const changed = { ...credentials, pin: '****', roleId: waiters, phone: '555' }
    expect(await staff.record(id)).toMatchObject({ ...changed, email: 'b@shop.example' })
    await staff.admin.put(`/users/${id}`, { email: '', phone: null })
    expect(await staff.record(id)).toMatchObject({
      ...changed,
      email: null,
      phone: null,
    })
  })

  it('takes a blank PIN and role id as unchanged', async () => {
    const { id, credentials } = await staff.user(waiters)
    const name = randomUUID()
    const edit = { name, roleId: '', pin: '', email: '', phone: '' }
    expect((await staff.admin.put(`/users/${id}`, edit)).status).toBe(200)
    expect(await staff.record(id)).toMatchObject({ name, roleId: waiters })
    await shop.login({ ...credentials, name })
  })

  it('locks nobody out by renaming, and frees the old name', async () => {
    const { id, credentials } = await staff.user(waiters)
    for (const name of [randomUUID(), randomUUID()]) {
      await staff.admin.put(`/users/${id}`, { name })
      await shop.login({ ...credentials, name })
    }
    await staff.user(waiters, { name: credentials.name })
    expect(
      await staff.admin.put(`/users/${id}`, { name: credentials.name }),
    ).toMatchObject(taken)
  })

  it('may repeat the name that the user has', async () => {
    const { id, credentials } = await staff.user(waiters)
    const { status } = await staff.admin.put(`/users/${id}`, { name: credentials.name })
    expect(status).toBe(200)
  })

  it('gives the new role from the next login on', async () => {
    const { id, credentials } = await staff.user(waiters)
    const roleId = await staff.roleWith('shifts_read')
    await staff.admin.put(`/users/${id}`, { roleId })
    const { body } = await shop.anonymous().post('/auth/login', credentials)
    expect(body).toMatchObject({ user: { roleId }, perms: [{ name: 'shifts_read' }] })
  })

  it('takes the role away with null', async () => {
    const { id, credentials } = await staff.user(waiters)
    await staff.admin.put(`/users/${id}`, { roleId: null })
    expect(await staff.record(id)).toMatchObject({ role: null, roleId: null })
    expect(await shop.anonymous().post('/auth/login', credentials)).toMatchObject({
      status: 401,
      body: { message: 'No assigned role for this user, contact Admin' },
    })
  })

  it.each([{}, { pin: '', roleId: ' ' }, { unknown: 1 }])(
    'needs something to change: %j',
    async (fields) => {
      expect(await staff.admin.put(`/users/${nobody}`, fields)).toMatchObject({
        status: 400,
        body: 'No fields provided to update',
      })
    },
  )

  it.each([
    [{ name: '  ' }, 'Failed to update user, user name cannot be blank'],
    [{ name: null }, 'Failed to update user, user name cannot be blank'],
    [{ pin: '123' }, 'Failed to update user, pin must be at least 4 characters long'],
    [{ pin: 1234 }, { message: expect.any(String) }],
    [{ roleId: 7 }, { message: expect.any(String) }],
    [{ email: {} }, { message: expect.any(String) }],
  ])('refuses %j', async (fields, body) => {
    expect(await staff.admin.put(`/users/${shop.ownerId}`, fields)).toMatchObject({
      status: 400,
      body,
    })
  })

  it.each([{ name: 'X' }, { pin: '1234' }, { roleId: nobody }])(
    'needs a user who exists: %j',
    async (fields) => {
      expect(await staff.admin.put(`/users/${nobody}`, fields)).toMatchObject({
        status: 404,
        body: `User with ID: ${nobody} not found`,
      })
    },
  )

  it.each([nobody, 'Waiters'])('needs a role that exists: %s', async (roleId) => {
    const { id } = await staff.user(waiters)
    expect(await staff.admin.put(`/users/${id}`, { roleId })).toMatchObject({
      status: 404,
      body: `Role with ID: ${roleId} not found`,
    })
    expect(await staff.record(id)).toMatchObject({ roleId: waiters })
  })
})

describe('deleting a user', () => {
  it('ends the user and frees the name', async () => {
    const { id, credentials } = await staff.user(waiters)
    const deleted = await staff.admin.del(`/users/${id}`)
    expect(deleted).toMatchObject({ status: 204, body: undefined })
    expect((await staff.admin.get(`/users/${id}`)).status).toBe(404)
    expect(await shop.anonymous().post('/auth/login', credentials)).toMatchObject({
      status: 401,
      body: { message: 'Invalid credentials' },
    })
    const again = await staff.user(waiters, { name: credentials.name })
    expect(again.id).not.toBe(id)
    await shop.login(again.credentials)
  })

  it.each([nobody, 'abc'])('needs a user who exists: %s', async (id) => {
    expect(await staff.admin.del(`/users/${id}`)).toMatchObject({
      status: 404,
      body: `User with ID: ${id} not found`,
    })
  })
})

describe('permissions', () => {
  it.each([
    ['POST', '/users', 'users_create'],
    ['PUT', `/users/${nobody}`, 'users_update'],
    ['DELETE', `/users/${nobody}`, 'users_delete'],
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
