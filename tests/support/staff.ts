import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Shop } from './shop.ts'

/** The PIN of new users in these tests. */
export const firstPin = '2468'

/** Creates and finds the roles and users of a shop. */
export async function staffOf(shop: Shop) {
  const admin = await shop.admin()
  const createRole = async (fields: object = {}): Promise<string> => {
    const { status, body } = await admin.post('/roles', { role: randomUUID(), ...fields })
    expect(status).toBe(201)
    return body.id
  }
  return {
    admin,
    /** Creates a role and returns its id. */
    createRole,
    /** Creates a role with these permissions and returns its id. */
    createRoleWith: async (...permissions: string[]): Promise<string> => {
      const id = await createRole()
      await admin.put(`/roles/${id}/permissions`, { permissions })
      return id
    },
    /** Creates a user and returns its id and credentials. */
    createUser: async (roleId: string, fields: object = {}) => {
      const credentials = { name: randomUUID(), pin: firstPin, ...fields }
      const { status, body } = await admin.post('/users', {
        ...credentials,
        role: roleId,
      })
      expect(status).toBe(201)
      return { id: body.id as string, credentials }
    },
    findUser: async (id: string) => (await admin.get(`/users/${id}`)).body,
    permissionsOf: async (roleId: string): Promise<string[]> => {
      const { body } = await admin.get(`/roles/${roleId}/permissions`)
      return Array.isArray(body) ? body.map(({ name }) => name) : []
    },
  }
}

export type Staff = Awaited<ReturnType<typeof staffOf>>
