import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

let shop: Shop
let staff: Staff
beforeAll(async () => {
  shop = await openShop({
    node: 'direct',
    options: { TRUSTED_PROXIES: '127.0.0.1' },
  })
  staff = await staffOf(shop)
})
afterAll(() => shop.close())

const unknownId = randomUUID()
const invalid = { status: 400, body: 'Invalid role data' }
const alreadyExists = { status: 409, body: { message: 'Role name already exists' } }
const notFound = (id: string) => ({
  status: 404,
  body: `Role with ID: ${id} not found`,
})

describe('roles', () => {
  it('are listed with a masked password and returned without one', async () => {
    const name = randomUUID()
    const id = await staff.createRole({ role: name, isAdmin: true })
    const role = { id, role: name, isAdmin: true }
    expect((await staff.admin.get('/roles')).body).toContainEqual({
      ...role,
      password: '********',
    })
    const { status, body } = await staff.admin.get(`/roles/${id}`)
    expect({ status, body }).toEqual({ status: 200, body: { ...role, password: null } })
  })

  it.each(['', '/permissions'])('return 404 for an unknown id%s', async (rest) => {
    for (const id of [unknownId, 'Admin']) {
      expect(await staff.admin.get(`/roles/${id}${rest}`)).toMatchObject({
        status: 404,
        body: 'Role not found',
      })
    }
  })
})

describe('creating a role', () => {
  it("creates one without permissions that is not an administrators' role", async () => {
    const { status, body } = await staff.admin.post('/roles', { role: randomUUID() })
    expect({ status, body }).toEqual({
      status: 201,
      body: { id: expect.any(String), message: 'Role added successfully' },
    })
    expect((await staff.admin.get(`/roles/${body.id}`)).body.isAdmin).toBe(false)
    const permissions = await staff.admin.get(`/roles/${body.id}/permissions`)
    expect(permissions).toMatchObject({
      status: 200,
      body: 'No permissions found for this role',
    })
  })

  it.each([
    undefined,
    '{',
    '[]',
    {},
    { role: ' ' },
    { role: null },
    { role: 7 },
    { role: 'X', isAdmin: 'yes' },
    { role: 'X', password: 7 },
  ])('returns 400 for %j', async (body) => {
    expect(await staff.admin.post('/roles', body)).toMatchObject(invalid)
    expect(await staff.admin.put(`/roles/${unknownId}`, body)).toMatchObject(invalid)
  })

  it('returns 409 when the name exists', async () => {
    expect(await staff.admin.post('/roles', { role: 'Admin' })).toMatchObject(
      alreadyExists,
    )
  })
})

describe('changing a role', () => {
  it('keeps fields that are not sent', async () => {
    const id = await staff.createRole({ isAdmin: true })
    const name = randomUUID()
    const { status, body } = await staff.admin.put(`/roles/${id}`, { role: name })
    expect({ status, body }).toEqual({
      status: 200,
      body: { id, message: 'Role updated successfully' },
    })
    expect((await staff.admin.get(`/roles/${id}`)).body).toMatchObject({
      role: name,
      isAdmin: true,
    })
  })

  it('frees the old name and returns 409 when the new one exists', async () => {
    const [before, after] = [randomUUID(), randomUUID()]
    const id = await staff.createRole({ role: before })
    await staff.admin.put(`/roles/${id}`, { role: after })
    const other = await staff.createRole({ role: before })
    expect(await staff.admin.put(`/roles/${other}`, { role: after })).toMatchObject(
      alreadyExists,
    )
    expect((await staff.admin.put(`/roles/${id}`, { role: after })).status).toBe(200)
  })

  it('changes isAdmin of its users at once', async () => {
    const id = await staff.createRole()
    const user = await staff.createUser(id)
    const name = randomUUID()
    await staff.admin.put(`/roles/${id}`, { role: name, isAdmin: true })
    expect(await staff.findUser(user.id)).toMatchObject({ role: name, isAdmin: true })
  })

  it('returns 404 for an unknown role', async () => {
    for (const id of [unknownId, 'Admin']) {
      expect(await staff.admin.put(`/roles/${id}`, { role: 'X' })).toMatchObject(
        notFound(id),
      )
    }
  })
})

describe('the password of a role', () => {
  const password = 'open sesame'

  let lastByte = 0
  /** Sends each attempt from another address, so that the rate limit blocks none. */
  const opens = async (role: string, attempt: string) => {
    const { credentials } = await staff.createUser(role)
    const client = await shop.login(credentials)
    lastByte += 1
    const from = { 'x-forwarded-for': `203.0.113.${lastByte}` }
    const { status } = await client.post('/wallet/auth', { password: attempt }, from)
    return status === 200
  }

  it('opens the wallet, also after a rename of the role', async () => {
    const role = await staff.createRole({ isAdmin: true, password })
    await staff.admin.put(`/roles/${role}`, { role: randomUUID(), password: ' ' })
    expect(await opens(role, password)).toBe(true)
  })

  it('can be replaced and removed', async () => {
    const name = randomUUID()
    const role = await staff.createRole({ role: name, isAdmin: true, password })
    await staff.admin.put(`/roles/${role}`, { role: name, password: 'another' })
    expect(await opens(role, password)).toBe(false)
    expect(await opens(role, 'another')).toBe(true)
    await staff.admin.put(`/roles/${role}`, { role: name, password: null })
    expect(await opens(role, 'another')).toBe(false)
    expect(await opens(role, '')).toBe(false)
  })

  it.each([undefined, null, '', '   '])(
    'is none when it was given as %j',
    async (blank) => {
      const role = await staff.createRole({ isAdmin: true, password: blank })
      expect(await opens(role, blank ?? '')).toBe(false)
    },
  )
})

describe('deleting a role', () => {
  it('leaves its users without a role and frees the name', async () => {
    const name = randomUUID()
    const id = await staff.createRole({ role: name })
    await staff.admin.put(`/roles/${id}/permissions`, { permissions: ['dish_read'] })
    const { id: userId, credentials } = await staff.createUser(id)
    const client = await shop.login(credentials)
    expect(await staff.admin.del(`/roles/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await staff.findUser(userId)).toMatchObject({ role: null, roleId: null })
    expect((await client.get('/users/me')).status).toBe(403)
    expect((await client.post('/auth/refresh')).status).toBe(200)
    expect(await shop.anonymous().post('/auth/login', credentials)).toMatchObject({
      status: 401,
      body: { message: 'No assigned role for this user, contact Admin' },
    })
    await staff.createRole({ role: name })
  })

  it('returns 404 for an unknown role', async () => {
    expect(await staff.admin.del(`/roles/${unknownId}`)).toMatchObject(
      notFound(unknownId),
    )
  })
})

describe('permissions', () => {
  it.each([
    ['GET', '/roles', 'roles_read'],
    ['GET', `/roles/${unknownId}`, 'roles_read'],
    ['GET', `/roles/${unknownId}/permissions`, 'roles_read'],
    ['POST', '/roles', 'roles_create'],
    ['PUT', `/roles/${unknownId}`, 'roles_update'],
    ['PUT', `/roles/${unknownId}/permissions`, 'roles_update'],
    ['DELETE', `/roles/${unknownId}`, 'roles_delete'],
  ] as const)('%s %s needs %s', async (method, path, needed) => {
    const every = ['roles_read', 'roles_create', 'roles_update', 'roles_delete'] as const
    const others = every.filter((name) => name !== needed)
    expect(await (await shop.userWith(...others)).send(method, path)).toMatchObject({
      status: 403,
      body: { message: 'Permission required' },
    })
    const { status } = await (await shop.userWith(needed)).send(method, path)
    expect([200, 400, 404]).toContain(status)
  })
})
