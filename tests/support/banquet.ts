import { expect } from 'vitest'
import { collectionKey } from '../../shared/dynamodb/keys.ts'
import { noResponse, transact } from '../../shared/dynamodb/transact.ts'
import { insert, update } from '../../shared/dynamodb/write.ts'
import { newId } from '../../shared/ids.ts'
import { type TableRecord, tableKey } from '../../shared/restaurant/tables.ts'
import { orderKey } from '../../shared/sales/orders.ts'
import { openKitchen } from './dishes.ts'
import type { Shop } from './shop.ts'
import { openFloor } from './tables.ts'

/** They are counted in 46 of the 64 records on average. */
const dishCount = 80

/** Orders with many different dishes, which many tables name. */
export async function openBanquet(shop: Shop) {
  const kitchen = await openKitchen(shop)
  const floor = await openFloor(shop)
  const { admin } = kitchen
  const dishes: string[] = []
  while (dishes.length < dishCount) dishes.push(await kitchen.dish())

  /** Tables of a space that name the order, stored as if each had been created. */
  const seat = async (orderId: string, spaceId: string, count: number) => {
    const tables = Array.from({ length: count }, (_, at): TableRecord => {
      const id = newId()
      const status = 'occupied'
      return { ...tableKey(id), id, name: `T${at}`, status, spaceId, orderId, version: 1 }
    })
    await transact(
      [
        ...tables.map((table) => insert(table)),
        ...tables.map((table) =>
          insert({ ...table, pk: `SPACE#${spaceId}`, sk: table.id }),
        ),
        update(collectionKey('SPACE', spaceId), { add: { tables: count } }),
        update(orderKey(orderId), { add: { revision: 1 } }),
      ],
      noResponse,
    )
    return tables.map(({ id }) => id)
  }

  return {
    ...kitchen,
    floor,
    dishes,
    seat,
    /** An order with every dish, and the space of the tables that name it. */
    order: async (tables: number, fields: object = {}) => {
      const orderId = await kitchen.order(fields)
      const lines = dishes.map((dishId) => ({ dishId, priceAtOrder: 1 }))
      expect(await kitchen.add(orderId, lines)).toMatchObject({ status: 201 })
      const spaceId = await floor.space()
      return { orderId, spaceId, tables: await seat(orderId, spaceId, tables) }
    },
    change: (orderId: string, fields: object) =>
      admin.put(`/orders/${orderId}`, {
        userId: shop.ownerId,
        status: 'open',
        total: dishCount,
        ...fields,
      }),
    /** How many tables of a space name the order. */
    naming: async (spaceId: string, orderId: string): Promise<number> => {
      const tables: { orderId: string | null }[] = await floor.inSpace(spaceId)
      return tables.filter((table) => table.orderId === orderId).length
    },
    removeDish: async (id: string) => (await admin.del(`/dishes/${id}`)).status,
  }
}

export type Banquet = Awaited<ReturnType<typeof openBanquet>>
