import { expect } from 'vitest'
import { newId, sortableId } from '../../shared/ids.ts'
import { collectionKey } from '../../shared/platform/dynamodb/keys.ts'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { insert, update } from '../../shared/platform/dynamodb/write.ts'
import { type TableRecord, tableKey } from '../../shared/selling/restaurant/tables.ts'
import { orderKey } from '../../shared/selling/sales/orders.ts'
import { openRestaurant } from './dishes.ts'
import { scaled } from './scale.ts'
import type { Shop } from './shop.ts'
import { openDiningRoom } from './tables.ts'

/** 50 dishes have their counts in 35 of the 64 records on average, and 80 in 46. */
const dishCount = scaled(50, 80)

/** Creates orders with many different dishes that many tables name. */
export async function openLargeOrders(shop: Shop) {
  const restaurant = await openRestaurant(shop)
  const diningRoom = await openDiningRoom(shop)
  const { admin } = restaurant
  const dishes: string[] = []
  while (dishes.length < dishCount) dishes.push(await restaurant.createDish())

  /** Stores tables of a space that name the order, and returns their ids. */
  const insertTablesNaming = async (orderId: string, spaceId: string, count: number) => {
    const tables = Array.from({ length: count }, (_, at): TableRecord => {
      const id = newId()
      const status = 'occupied'
      return { ...tableKey(id), id, name: `T${at}`, status, spaceId, orderId, version: 1 }
    })
    await transact([
      ...tables.map((table) => insert(table)),
      ...tables.map((table) =>
        insert({ ...table, pk: `SPACE#${spaceId}`, sk: sortableId(table.id) }),
      ),
      update(collectionKey('SPACE', spaceId), { add: { tables: count } }),
      update(orderKey(orderId), { add: { revision: 1 } }),
    ])
    return tables.map(({ id }) => id)
  }

  return {
    ...restaurant,
    diningRoom,
    dishes,
    insertTablesNaming,
    /** An order with each of the dishes, and the space of the tables that name it. */
    createLargeOrder: async (tables: number, fields: object = {}) => {
      const orderId = await restaurant.createOrder(fields)
      const lines = dishes.map((dishId) => ({ dishId, priceAtOrder: 1 }))
      expect(await restaurant.addDishes(orderId, lines)).toMatchObject({ status: 201 })
      const spaceId = await diningRoom.createSpace()
      return {
        orderId,
        spaceId,
        tables: await insertTablesNaming(orderId, spaceId, tables),
      }
    },
    changeOrder: (orderId: string, fields: object) =>
      admin.put(`/orders/${orderId}`, {
        userId: shop.ownerId,
        status: 'open',
        total: dishCount,
        ...fields,
      }),
    /** Counts the tables of a space that name the order. */
    countTablesNaming: async (spaceId: string, orderId: string): Promise<number> => {
      const tables: { orderId: string | null }[] =
        await diningRoom.readTablesOfSpace(spaceId)
      return tables.filter((table) => table.orderId === orderId).length
    },
    /** The status of the dish's deletion. */
    deleteDish: async (id: string) => (await admin.del(`/dishes/${id}`)).status,
  }
}

export type LargeOrders = Awaited<ReturnType<typeof openLargeOrders>>
