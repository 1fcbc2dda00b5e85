import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer } from '../../infra/local/client.ts'
import type { CategoryType } from '../../shared/catalog/category.ts'
import type { Shop } from './shop.ts'

/** A dish as it is ordered. */
export type Ordered = {
  readonly dishId: string
  readonly priceAtOrder: number
  readonly notes?: string | null
}

/** Waiters of a shop: they have a menu, take orders and add dishes to them. */
export async function openKitchen(shop: Shop) {
  const admin = await shop.admin()

  const made = async (path: string, body: object): Promise<string> => {
    const answer = await admin.post(path, body)
    expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String) } })
    return answer.body.id
  }

  const category = (type: CategoryType = 'dish') =>
    made('/categories', { name: randomUUID(), type })

  const starters = await category()

  return {
    admin,
    category,
    /** A new dish's id. */
    dish: (name = 'Soup', categoryId = starters) =>
      made('/dishes', { name, price: 4.5, categoryId }),
    table: async () =>
      made('/tables', {
        name: 'T1',
        spaceId: await made('/spaces', { name: randomUUID() }),
      }),
    /** A new order's id. */
    order: (fields: object = {}) =>
      made('/orders', { userId: shop.ownerId, status: 'open', total: 0, ...fields }),
    read: async (orderId: string) => (await admin.get(`/orders/${orderId}`)).body,
    complete: async (orderId: string) =>
      (await admin.get(`/orders/${orderId}/complete`)).body,
    add: (orderId: string, dishes: unknown): Promise<Answer> =>
      admin.post(`/orders/${orderId}/dishes`, dishes),
  }
}

export type Kitchen = Awaited<ReturnType<typeof openKitchen>>
