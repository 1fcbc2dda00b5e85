import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer } from '../../infra/local/client.ts'
import type { CategoryType } from '../../shared/catalog/category.ts'
import type { Shop } from './shop.ts'

/** A dish as a client adds it to an order. */
export type NewDish = {
  readonly dishId: string
  readonly priceAtOrder: number
  readonly notes?: string | null
}

/** Creates dishes, tables and orders in a shop, and reads orders. */
export async function openRestaurant(shop: Shop) {
  const admin = await shop.admin()

  const create = async (path: string, body: object): Promise<string> => {
    const answer = await admin.post(path, body)
    expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String) } })
    return answer.body.id
  }

  const createCategory = (type: CategoryType = 'dish') =>
    create('/categories', { name: randomUUID(), type })

  const starters = await createCategory()

  return {
    admin,
    createCategory,
    /** A new dish's id. */
    createDish: (name = 'Soup', categoryId = starters) =>
      create('/dishes', { name, price: 4.5, categoryId }),
    createTable: async () =>
      create('/tables', {
        name: 'T1',
        spaceId: await create('/spaces', { name: randomUUID() }),
      }),
    /** A new order's id. */
    createOrder: (fields: object = {}) =>
      create('/orders', { userId: shop.ownerId, status: 'open', total: 0, ...fields }),
    readOrder: async (orderId: string) => (await admin.get(`/orders/${orderId}`)).body,
    readCompleteOrder: async (orderId: string) =>
      (await admin.get(`/orders/${orderId}/complete`)).body,
    addDishes: (orderId: string, dishes: unknown): Promise<Answer> =>
      admin.post(`/orders/${orderId}/dishes`, dishes),
  }
}

export type Restaurant = Awaited<ReturnType<typeof openRestaurant>>
