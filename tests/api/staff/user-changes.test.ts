import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

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

describe('changing a user', () => {
  const alreadyExists = { status: 409, body: { message: 'User name already exists' } }

  it('changes the fields that are sent and keeps the rest', async () => {
    const { id, credentials } = await staff.createUser(waiters, {
      email: 'ana@shop.example',
      phone: '555',
    })
    const answer = await staff.admin.put(`/users/${id}`, { email: 'b@shop.example' })
    expect(answer).toMatchObject({
      status: 200,
      body: { id, message: 'User updated successfully' },
    })
    const changed = { ...credentials, pin: '****', roleId: waiters, phone: '555' }
    expect(await staff.findUser(id)).toMatchObject({
      ...changed,
      email: 'b@shop.example',
    })
    await staff.admin.put(`/users/${id}`, { email: '', phone: null })
    expect(await staff.findUser(id)).toMatchObject({
      ...changed,
      email: null,
      phone: null,
    })
  })

  it('lets an administrator change their own record and that of another with their role', async () => {
    const other = await staff.createUser(shop.roleId)
    for (const id of [other.id, shop.ownerId]) {
      for (const change of [
        { phone: '555' },
        { roleId: shop.roleId, email: 'a@b.example' },
      ]) {
        const { status } = await staff.admin.put(`/users/${id}`, change)
        expect(status, JSON.stringify(change)).toBe(200)
      }
    }
    const pin = { pin: '8765' }
    expect((await staff.admin.put(`/users/${other.id}`, pin)).status).toBe(200)
    await shop.login({ name: other.credentials.name, pin: '8765' })
  })

  it('ignores a blank PIN and role id', async () => {
    const { id, credentials } = await staff.createUser(waiters)
    const name = randomUUID()
    const edit = { name, roleId: '', pin: '', email: '', phone: '' }
    expect((await staff.admin.put(`/users/${id}`, edit)).status).toBe(200)
    expect(await staff.findUser(id)).toMatchObject({ name, roleId: waiters })
    await shop.login({ ...credentials, name })
  })

  it('keeps the PIN valid after a rename, and frees the old name', async () => {
    const { id, credentials } = await staff.createUser(waiters)
    for (const name of [randomUUID(), randomUUID()]) {
      await staff.admin.put(`/users/${id}`, { name })
      await shop.login({ ...credentials, name })
    }
    await staff.createUser(waiters, { name: credentials.name })
    expect(
      await staff.admin.put(`/users/${id}`, { name: credentials.name }),
    ).toMatchObject(alreadyExists)
  })

  it('accepts the current name', async () => {
    const { id, credentials } = await staff.createUser(waiters)
    const { status } = await staff.admin.put(`/users/${id}`, { name: credentials.name })
    expect(status).toBe(200)
  })

  it('applies the new role from the next login on', async () => {
    const { id, credentials } = await staff.createUser(waiters)
    const roleId = await staff.createRoleWith('shifts_read')
    await staff.admin.put(`/users/${id}`, { roleId })
    const { body } = await shop.anonymous().post('/auth/login', credentials)
    expect(body).toMatchObject({ user: { roleId }, perms: [{ name: 'shifts_read' }] })
  })

  it('removes the role with null', async () => {
    const { id, credentials } = await staff.createUser(waiters)
    await staff.admin.put(`/users/${id}`, { roleId: null })
    expect(await staff.findUser(id)).toMatchObject({ role: null, roleId: null })
    expect(await shop.anonymous().post('/auth/login', credentials)).toMatchObject({
      status: 401,
      body: { message: 'No assigned role for this user, contact Admin' },
    })
  })

  it.each([{}, { pin: '', roleId: ' ' }, { unknown: 1 }])(
    'needs something to change: %j',
    async (fields) => {
      expect(await staff.admin.put(`/users/${unknownId}`, fields)).toMatchObject({
        status: 400,
        body: 'No fields provided to update',
      })
    },
  )

  it.each([
    [{ name: '  ' }, 'Failed to update user, user name cannot be blank'],
    [{ name: null }, 'Failed to update user, user name cannot be blank'],
    [{ pin: '123' }, 'Failed to update user, pin must be at least 4 characters long'],
    [{ pin: '🍵🍵🍵' }, 'Failed to update user, pin must be at least 4 characters long'],
    [{ pin: 1234 }, { message: expect.any(String) }],
    [{ roleId: 7 }, { message: expect.any(String) }],
    [{ email: {} }, { message: expect.any(String) }],
  ])('returns 400 for %j', async (fields, body) => {
    expect(await staff.admin.put(`/users/${shop.ownerId}`, fields)).toMatchObject({
      status: 400,
      body,
    })
  })

  it.each([{ name: 'X' }, { pin: '1234' }, { roleId: unknownId }])(
    'returns 404 for an unknown user: %j',
    async (fields) => {
      expect(await staff.admin.put(`/users/${unknownId}`, fields)).toMatchObject({
        status: 404,
        body: `User with ID: ${unknownId} not found`,
      })
    },
  )

  it.each([unknownId, 'Waiters'])(
    'returns 404 for an unknown role: %s',
    async (roleId) => {
      const { id } = await staff.createUser(waiters)
      expect(await staff.admin.put(`/users/${id}`, { roleId })).toMatchObject({
        status: 404,
        body: `Role with ID: ${roleId} not found`,
      })
      expect(await staff.findUser(id)).toMatchObject({ roleId: waiters })
    },
  )
})

describe('the PIN of the caller in a change of users or roles', () => {
  const wrongPin = { status: 403, body: { message: 'Invalid PIN' } }
  let user: { id: string; credentials: { name: string; pin: string } }
  let role: string
  beforeAll(async () => {
    user = await staff.createUser(waiters)
    role = await staff.createRole()
  })

  const changes = (): [
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: object,
  ][] => {
    const fields = { name: randomUUID(), pin: '9999', role: waiters }
    return [
      ['POST', '/users', fields],
      ['POST', '/users', { user: { ...fields, name: randomUUID() } }],
      ['PUT', `/users/${user.id}`, { phone: '5' }],
      ['POST', '/roles', { role: randomUUID() }],
      ['PUT', `/roles/${role}`, { role: randomUUID() }],
      ['PUT', `/roles/${role}/permissions`, { permissions: ['dish_read'] }],
      ['DELETE', `/users/${user.id}`, {}],
    ]
  }
  const everything = async () => ({
    users: (await staff.admin.get('/users')).body,
    roles: (await staff.admin.get('/roles')).body,
    given: await staff.permissionsOf(role),
  })

  it('must be right where it is sent, else nothing changes', async () => {
    const before = await everything()
    for (const [method, path, body] of changes()) {
      const sent = { ...body, currentUserPin: '0000' }
      expect(await staff.admin.send(method, path, sent)).toMatchObject(wrongPin)
    }
    expect(await everything()).toEqual(before)
    for (const [method, path, body] of changes()) {
      const sent = { ...body, currentUserPin: owner.pin }
      expect((await staff.admin.send(method, path, sent)).status).toBeLessThan(300)
    }
    expect(await everything()).not.toEqual(before)
  })

  it('may be left out or null, even together with the fields of a new user', async () => {
    const named = { name: randomUUID(), pin: '9999', role: waiters }
    const wrapped = { user: named, currentUserPin: null }
    const { status, body } = await staff.admin.post('/users', wrapped)
    expect(status).toBe(201)
    await shop.login(named)
    expect(
      await staff.admin.put(`/users/${body.id}`, { currentUserPin: owner.pin }),
    ).toMatchObject({ status: 400, body: 'No fields provided to update' })
    const answer = await staff.admin.send('DELETE', `/users/${body.id}`, null)
    expect(answer.status).toBe(204)
  })
})
