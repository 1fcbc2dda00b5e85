import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { insert } from '../../shared/platform/dynamodb/write.ts'
import {
  type Order,
  type OrderKind,
  orderKey,
} from '../../shared/selling/sales/orders.ts'
import type { Shop } from './shop.ts'

/** Creates spaces, tables and orders in a shop, and reads tables. */
export async function openDiningRoom(shop: Shop) {
  const admin = await shop.admin()
  return {
    admin,
    /** A new space's id. */
    createSpace: async (): Promise<string> =>
      (await admin.pos.spaces.create({ body: { name: randomUUID() } })).id,
    /** A new table's id. */
    createTable: async (fields: object): Promise<string> => {
      const { status, body } = await admin.post('/tables', fields)
      expect(status).toBe(201)
      return body.id
    },
    readTable: (id: string) => admin.pos.tables.one({ params: { id } }),
    readTablesOfSpace: async (id: string) =>
      (await admin.get(`/tables/by-space/${id}`)).body,
    /** The id of a new order, stored with the attributes that tables need. */
    insertOrder: async (kind: OrderKind = 'restaurant'): Promise<string> => {
      const id = randomUUID()
      const stored: Order & { revision: number } = {
        ...orderKey(id),
        id,
        kind,
        userId: shop.ownerId,
        userName: 'Ana',
        tableId: null,
        status: 'open',
        totalCents: 0,
        createdAt: '2026-05-01T10:00:00Z',
        listedAt: `2026-05-01T10:00:00.000Z#${id}`,
        payments: [],
        revision: 1,
      }
      await transact([insert(stored)])
      return id
    },
  }
}
