import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer, Client } from '../../infra/local/client.ts'
import { openRestaurant } from './dishes.ts'
import { tender } from './selling.ts'
import type { Shop } from './shop.ts'
import { openDiningRoom } from './tables.ts'

/** The refusal of everything that would change a paid order. */
export const alreadyPaid = {
  status: 409,
  body: { message: 'Order is already paid' },
}

/** Calls of a waiter, who settles, splits, merges and moves bills. */
export async function openBills(shop: Shop) {
  const restaurant = await openRestaurant(shop)
  const diningRoom = await openDiningRoom(shop)
  const { admin } = restaurant
  const waiter: Client = await shop.userWith('orders_settle')
  const spaceId = await diningRoom.createSpace()
  const soup = await restaurant.createDish()

  /** A table with this order, as clients seat one. */
  const createTable = (fields: object = {}) =>
    diningRoom.createTable({ name: randomUUID(), spaceId, ...fields })

  return {
    ...restaurant,
    diningRoom,
    waiter,
    soup,
    createTable,
    /** An order with lines at these prices, in cents. */
    createBill: async (prices: readonly number[], fields: object = {}) => {
      const id = await restaurant.createOrder(fields)
      if (prices.length > 0) {
        const dishes = prices.map((cents) => ({
          dishId: soup,
          priceAtOrder: cents / 100,
        }))
        expect(await restaurant.addDishes(id, dishes)).toMatchObject({ status: 201 })
      }
      return id
    },
    /** A table that names a new order with these prices. */
    seat: async (prices: readonly number[]) => {
      const tableId = await createTable()
      const orderId = await restaurant.createOrder({ tableId })
      await restaurant.addDishes(
        orderId,
        prices.map((cents) => ({ dishId: soup, priceAtOrder: cents / 100 })),
      )
      const table = await diningRoom.readTable(tableId)
      const seated = { ...table, status: 'occupied', orderId }
      expect((await admin.put(`/tables/${tableId}`, seated)).status).toBe(200)
      return { tableId, orderId }
    },
    linesOf: async (id: string) => (await restaurant.readCompleteOrder(id)).dishes,
    settle: (id: string, cents: number, changes: object = {}): Promise<Answer> =>
      admin.post(`/orders/${id}/settle`, {
        tenders: [tender('Cash', cents)],
        userId: shop.ownerId,
        ...changes,
      }),
  }
}

export type Bills = Awaited<ReturnType<typeof openBills>>
