import { randomUUID } from 'node:crypto'
import type { Shop } from './shop.ts'

/** The PIN of new users in these tests. */
export const firstPin = '2468'

/** Creates and finds the roles and users of a shop. */
export async function staffOf(shop: Shop) {
  const admin = await shop.admin()
  const { pos } = admin
  const createRole = async (fields: object = {}): Promise<string> => {
    const body = { role: randomUUID(), ...fields }
    return (await pos.roles.create({ body })).id
  }
  return {
    admin,
    /** Creates a role and returns its id. */
    createRole,
    /**
     * Creates a role with these permissions and returns its id. Permissions that are assigned
     * later would close the sockets of the role once the stream reports the change.
     */
    createRoleWith: (...permissions: string[]) => createRole({ permissions }),
    /** Creates a user and returns its id and credentials. */
    createUser: async (roleId: string, fields: object = {}) => {
      const credentials = { name: randomUUID(), pin: firstPin, ...fields }
      const { id } = await pos.users.create({ body: { ...credentials, role: roleId } })
      return { id, credentials }
    },
    findUser: (id: string) => pos.users.one({ params: { id } }),
    permissionsOf: async (roleId: string): Promise<string[]> => {
      const given = await pos.roles.permissions({ params: { id: roleId } })
      return given.map(({ name }) => name)
    },
  }
}

export type Staff = Awaited<ReturnType<typeof staffOf>>
