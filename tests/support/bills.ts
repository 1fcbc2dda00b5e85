import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer, Client } from './client.ts'
import { openRestaurant } from './dishes.ts'
import { tender } from './selling.ts'
import type { Shop } from './shop.ts'
import { openDiningRoom } from './tables.ts'
import { methodId, usd } from './till.ts'

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

  const idsOf = async (orderId: string): Promise<string[]> =>
    (await restaurant.readCompleteOrder(orderId)).dishes.map(({ id }) => id)

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
    /** Links a payment to a new ticket of the order, as clients did before settlements. */
    pay: async (orderId: string) => {
      const ticket = await admin.pos.tickets.create({
        body: {
          orderId,
          userId: shop.ownerId,
          ticketDate: '',
          status: 2,
          totalAmount: 1,
          notes: '',
        },
      })
      const payment = await admin.pos.payments.create({
        body: { methodId: methodId('Cash'), currencyId: usd, amount: 1 },
      })
      await admin.pos.payments.link({
        body: { paymentId: payment.id, ticketId: ticket.id },
      })
    },
    linesOf: async (id: string) => (await restaurant.readCompleteOrder(id)).dishes,
    split: (orderId: string, dishIds: unknown): Promise<Answer> =>
      waiter.post(`/orders/${orderId}/split`, { dishIds }),
    merge: (orderId: string, other: string): Promise<Answer> =>
      waiter.post(`/orders/${orderId}/merge`, { orderId: other }),
    move: (orderId: string, tableId: string): Promise<Answer> =>
      waiter.put(`/orders/${orderId}/table`, { tableId }),
    /** Splits an order's first line off, and returns the new order's id. */
    splitFirst: async (orderId: string): Promise<string> => {
      const [first] = await idsOf(orderId)
      const { status, body } = await waiter.post(`/orders/${orderId}/split`, {
        dishIds: [first],
      })
      expect(status).toBe(201)
      return body.id
    },
    idsOf,
    settle: (id: string, cents: number, changes: object = {}): Promise<Answer> =>
      admin.post(`/orders/${id}/settle`, {
        tenders: [tender('Cash', cents)],
        userId: shop.ownerId,
        ...changes,
      }),
  }
}

export type Bills = Awaited<ReturnType<typeof openBills>>
