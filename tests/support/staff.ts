import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Shop } from './shop.ts'

/** The PIN that users of these tests begin with. */
export const firstPin = '2468'

/** The roles and users of a shop. */
export async function openStaff(shop: Shop) {
  const admin = await shop.admin()
  const role = async (fields: object = {}): Promise<string> => {
    const { status, body } = await admin.post('/roles', { role: randomUUID(), ...fields })
    expect(status).toBe(201)
    return body.id
  }
  return {
    admin,
    /** A new role's id. */
    role,
    /** A new role's id, with permissions. */
    roleWith: async (...permissions: string[]): Promise<string> => {
      const id = await role()
      await admin.put(`/roles/${id}/permissions`, { permissions })
      return id
    },
    /** A new user's id and what logs it in. */
    user: async (roleId: string, fields: object = {}) => {
      const credentials = { name: randomUUID(), pin: firstPin, ...fields }
      const { status, body } = await admin.post('/users', {
        ...credentials,
        role: roleId,
      })
      expect(status).toBe(201)
      return { id: body.id as string, credentials }
    },
    record: async (id: string) => (await admin.get(`/users/${id}`)).body,
    permissionsOf: async (roleId: string): Promise<string[]> => {
      const { body } = await admin.get(`/roles/${roleId}/permissions`)
      return Array.isArray(body) ? body.map(({ name }) => name) : []
    },
  }
}

export type Staff = Awaited<ReturnType<typeof openStaff>>
