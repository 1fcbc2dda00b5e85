import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Shop } from './shop.ts'

/** The spaces of a shop and the tables in them. */
export async function openFloor(shop: Shop) {
  const admin = await shop.admin()
  return {
    admin,
    /** A new space's id. */
    space: async (): Promise<string> =>
      (await admin.post('/spaces', { name: randomUUID() })).body.id,
    /** A new table's id. */
    create: async (fields: object): Promise<string> => {
      const { status, body } = await admin.post('/tables', fields)
      expect(status).toBe(201)
      return body.id
    },
    table: async (id: string) => (await admin.get(`/tables/${id}`)).body,
    inSpace: async (id: string) => (await admin.get(`/tables/by-space/${id}`)).body,
  }
}
