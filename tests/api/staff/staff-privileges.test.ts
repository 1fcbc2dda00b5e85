import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

const rights = [
  'users_create',
  'users_update',
  'users_delete',
  'roles_create',
  'roles_update',
  'roles_delete',
  'dish_read',
]

let shop: Shop
let staff: Staff
/** Has every permission over staff but is not an administrator. */
let manager: Client
let managers: string
let managerId: string
let waiters: string
beforeAll(async () => {
  shop = await openShop()
  staff = await staffOf(shop)
  waiters = await staff.createRole({ role: 'Waiters' })
  managers = await staff.createRoleWith(...rights)
  const user = await staff.createUser(managers)
  managerId = user.id
  manager = await shop.login(user.credentials)
})
afterAll(() => shop.close())

const unknownId = randomUUID()
const adminRequired = { status: 403, body: { message: 'Admin privileges required' } }

describe('a manager who is not an administrator', () => {
  it('creates, changes, moves and deletes users who are not administrators', async () => {
    const name = randomUUID()
    const created = await manager.post('/users', { name, pin: '1234', role: waiters })
    expect(created.status).toBe(201)
    const path = `/users/${created.body.id}`
    const other = await staff.createRoleWith('dish_read')
    const edit = { name: randomUUID(), pin: '4321', roleId: other, email: '', phone: '5' }
    expect((await manager.put(path, edit)).status).toBe(200)
    await shop.login(edit)
    expect((await manager.put(path, { roleId: null })).status).toBe(200)
    expect((await manager.put(path, { email: 'x@shop.example' })).status).toBe(200)
    expect((await manager.del(path)).status).toBe(204)
  })

  it('creates, changes and deletes roles without isAdmin, and their permissions', async () => {
    const created = await manager.post('/roles', { role: randomUUID(), isAdmin: false })
    expect(created.status).toBe(201)
    const path = `/roles/${created.body.id}`
    const change = { role: randomUUID(), isAdmin: false, password: 'no wallet' }
    expect((await manager.put(path, change)).status).toBe(200)
    const given = { permissions: ['dish_read', 'users_update'] }
    expect((await manager.put(`${path}/permissions`, given)).status).toBe(200)
    expect((await manager.del(path)).status).toBe(204)
  })

  it('reaches no permission that it lacks by a second user', async () => {
    const cashiers = await staff.createRoleWith('dish_read', 'orders_refund')
    const { id } = await staff.createUser(cashiers)
    const own = await staff.createUser(waiters)
    const second = { name: randomUUID(), pin: '1234', role: cashiers }
    for (const answer of [
      await manager.post('/users', second),
      await manager.put(`/users/${own.id}`, { roleId: cashiers }),
      await manager.put(`/users/${id}`, { pin: '1234' }),
      await manager.put(`/users/${id}`, { name: randomUUID() }),
      await manager.del(`/users/${id}`),
    ]) {
      expect(answer).toMatchObject(adminRequired)
    }
    expect((await staff.findUser(own.id)).roleId).toBe(waiters)
    expect((await manager.put(`/users/${id}`, { phone: '5' })).status).toBe(200)
    expect((await manager.post('/users', { ...second, role: managers })).status).toBe(201)
  })

  it('reaches users by what their role holds now, not by what it held', async () => {
    const cashiers = await staff.createRoleWith('dish_read', 'orders_refund')
    const { id } = await staff.createUser(cashiers)
    const path = `/roles/${cashiers}/permissions`
    const secondUser = () =>
      manager.post('/users', { name: randomUUID(), pin: '1234', role: cashiers })
    const changePin = () => manager.put(`/users/${id}`, { pin: '1234' })
    expect((await manager.put(path, { permissions: ['dish_read'] })).status).toBe(200)
    expect((await secondUser()).status).toBe(201)
    expect((await manager.put(path, { permissions: [] })).status).toBe(200)
    expect((await secondUser()).status).toBe(201)
    expect((await changePin()).status).toBe(200)
    const all = { permissions: ['dish_read', 'orders_refund'] }
    expect(await manager.put(path, all)).toMatchObject(adminRequired)
    expect((await staff.admin.put(path, all)).status).toBe(200)
    for (const answer of [
      await secondUser(),
      await changePin(),
      await manager.del(`/users/${id}`),
    ]) {
      expect(answer).toMatchObject(adminRequired)
    }
  })

  it('creates and changes roles with permissions that the manager has, in one call', async () => {
    const role = { role: randomUUID(), permissions: ['dish_read', 'users_update'] }
    const created = await manager.post('/roles', role)
    expect(created.status).toBe(201)
    const path = `/roles/${created.body.id}`
    const missing = { role: randomUUID(), permissions: ['dish_read', 'orders_refund'] }
    expect(await manager.post('/roles', missing)).toMatchObject(adminRequired)
    expect(await manager.put(path, missing)).toMatchObject(adminRequired)
    expect((await staff.admin.get(path)).body.role).toBe(role.role)
    expect(await staff.permissionsOf(created.body.id)).toEqual([
      'dish_read',
      'users_update',
    ])
    await staff.admin.put(path, { role: role.role, permissions: ['orders_refund'] })
    const kept = { role: randomUUID(), permissions: ['orders_refund', 'dish_read'] }
    expect((await manager.put(path, kept)).status).toBe(200)
  })

  it('changes its own record, but not its role', async () => {
    const { id, credentials } = await staff.createUser(managers)
    const own = await shop.login(credentials)
    const name = randomUUID()
    const edit = { name, roleId: managers, email: 'x@shop.example', phone: '', pin: '' }
    expect((await own.put(`/users/${id}`, edit)).status).toBe(200)
    for (const roleId of [waiters, shop.roleId, null]) {
      expect(await own.put(`/users/${id}`, { ...edit, roleId })).toMatchObject(
        adminRequired,
      )
    }
    expect((await own.put(`/users/${id}`, { pin: '9753' })).status).toBe(200)
    expect(await staff.findUser(id)).toMatchObject({ name, roleId: managers })
    const again = await shop.login({ name, pin: '9753' })
    expect((await again.del(`/users/${id}`)).status).toBe(204)
  })
})

describe('an unknown id returns not found', () => {
  it.each([
    [
      'PUT',
      `/users/${unknownId}`,
      { pin: '1234' },
      404,
      `User with ID: ${unknownId} not found`,
    ],
    [
      'DELETE',
      `/users/${unknownId}`,
      undefined,
      404,
      `User with ID: ${unknownId} not found`,
    ],
    [
      'PUT',
      `/roles/${unknownId}`,
      { role: 'X', isAdmin: true },
      404,
      `Role with ID: ${unknownId} not found`,
    ],
    [
      'PUT',
      `/roles/${unknownId}/permissions`,
      { permissions: ['wallet_read'] },
      404,
      `Role with ID: ${unknownId} not found`,
    ],
    [
      'DELETE',
      `/roles/${unknownId}`,
      undefined,
      404,
      `Role with ID: ${unknownId} not found`,
    ],
    [
      'POST',
      '/users',
      { name: 'X', pin: '1234', role: unknownId },
      400,
      'Failed to add user',
    ],
  ] as const)('%s %s', async (method, path, request, status, body) => {
    expect(await manager.send(method, path, request)).toMatchObject({ status, body })
  })

  it('as the new role of an administrator and of the caller', async () => {
    for (const id of [shop.ownerId, managerId]) {
      expect(await manager.put(`/users/${id}`, { roleId: unknownId })).toMatchObject({
        status: 404,
        body: `Role with ID: ${unknownId} not found`,
      })
    }
  })
})

describe('adminRequired is returned', () => {
  it('after invalid', async () => {
    const role = { role: ' ', isAdmin: true }
    expect((await manager.post('/roles', role)).status).toBe(400)
    expect((await manager.put(`/roles/${shop.roleId}`, role)).status).toBe(400)
    expect((await manager.put(`/users/${shop.ownerId}`, { pin: '1' })).status).toBe(400)
    expect((await manager.put(`/users/${shop.ownerId}`, {})).status).toBe(400)
  })

  it('before alreadyExists and lastAdmin', async () => {
    const { credentials } = await staff.createUser(waiters)
    const named = { name: credentials.name, pin: '1234', role: shop.roleId }
    const owns = `/users/${shop.ownerId}`
    for (const answer of [
      await manager.post('/users', named),
      await manager.post('/roles', { role: 'Waiters', isAdmin: true }),
      await manager.put(owns, { name: credentials.name }),
      await manager.put(owns, { roleId: waiters }),
      await manager.del(owns),
      await manager.put(`/roles/${shop.roleId}`, { role: 'Waiters', isAdmin: false }),
      await manager.del(`/roles/${shop.roleId}`),
    ]) {
      expect(answer).toMatchObject(adminRequired)
    }
    await shop.login({ name: owner.name, pin: owner.pin })
  })
})
