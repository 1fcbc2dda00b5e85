import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

let shop: Shop
let staff: Staff
beforeAll(async () => {
  shop = await openShop()
  staff = await staffOf(shop)
})
afterAll(() => shop.close())

const unknownId = randomUUID()

describe('the permissions of a role', () => {
  const assign = (id: string, permissions: unknown) =>
    staff.admin.put(`/roles/${id}/permissions`, { permissions })

  it('are replaced as a whole, without duplicates and unknown names', async () => {
    const id = await staff.createRole()
    await assign(id, ['spaces_read', 'dish_read'])
    const answer = await assign(id, ['tables_read', 'dish_read', 'dish_read', 'fly', ''])
    expect(answer).toMatchObject({ status: 200, body: { roleId: id, assigned: 2 } })
    const { body } = await staff.admin.get(`/roles/${id}/permissions`)
    expect(body).toEqual([
      {
        id: expect.any(String),
        name: 'dish_read',
        description: 'see the menu',
        enabled: true,
        adminOnly: false,
      },
      expect.objectContaining({ name: 'tables_read' }),
    ])
    expect((await assign(id, [])).body).toEqual({ roleId: id, assigned: 0 })
    expect(await staff.permissionsOf(id)).toEqual([])
  })

  it('are all permissions for administrators, whatever is stored', async () => {
    const id = await staff.createRole({ isAdmin: true })
    expect((await assign(id, ['dish_read'])).body.assigned).toBe(1)
    expect(await staff.permissionsOf(id)).toHaveLength(66)
  })

  it('take effect with the next access token of its users', async () => {
    const id = await staff.createRoleWith('roles_read')
    const { credentials } = await staff.createUser(id)
    const client = await shop.login(credentials)
    await assign(id, ['users_read'])
    expect((await client.get('/roles')).status).toBe(200)
    await client.post('/auth/refresh')
    expect((await client.get('/roles')).status).toBe(403)
    expect((await client.get(`/users/${shop.ownerId}`)).status).toBe(200)
  })

  it('make login return 403 when there are none', async () => {
    const { credentials } = await staff.createUser(await staff.createRole())
    expect(await shop.anonymous().post('/auth/login', credentials)).toMatchObject({
      status: 403,
      body: { message: 'Permission required' },
    })
  })

  it.each([undefined, null, 'dish_read', [7], [null]])(
    'returns 400 for %j',
    async (names) => {
      const id = await staff.createRoleWith('dish_read')
      expect((await assign(id, names)).status).toBe(400)
      expect(await staff.permissionsOf(id)).toEqual(['dish_read'])
    },
  )

  it('are set with the role itself, and stay when they are not sent', async () => {
    const id = await staff.createRole({ permissions: ['dish_read', 'fly', 'dish_read'] })
    expect(await staff.permissionsOf(id)).toEqual(['dish_read'])
    const rename = async (fields: object) => {
      const body = { role: randomUUID(), ...fields }
      expect((await staff.admin.put(`/roles/${id}`, body)).status).toBe(200)
      return staff.permissionsOf(id)
    }
    expect(await rename({})).toEqual(['dish_read'])
    expect(await rename({ permissions: ['tables_read', 'spaces_read'] })).toEqual([
      'spaces_read',
      'tables_read',
    ])
    expect(await rename({ permissions: [] })).toEqual([])
  })

  it('are refused together with the role', async () => {
    const id = await staff.createRoleWith('dish_read')
    const body = { role: randomUUID(), permissions: ['dish_read', 7] }
    const invalid = { status: 400, body: 'Invalid role data' }
    expect(await staff.admin.post('/roles', body)).toMatchObject(invalid)
    expect(await staff.admin.put(`/roles/${id}`, body)).toMatchObject(invalid)
    expect((await staff.admin.get(`/roles/${id}`)).body.role).not.toBe(body.role)
  })

  it('return 404 for an unknown role', async () => {
    expect(await assign(unknownId, [])).toMatchObject({
      status: 404,
      body: `Role with ID: ${unknownId} not found`,
    })
  })
})
