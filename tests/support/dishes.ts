import { randomUUID } from 'node:crypto'
import type { CategoryType } from '../../shared/catalog/category.ts'
import type { DishInput } from '../../shared/client/api.ts'
import type { Answer } from './client.ts'
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

  const { pos } = admin
  const idOf = async (created: Promise<{ readonly id: string }>) => (await created).id

  const createCategory = (type: CategoryType = 'dish') =>
    idOf(pos.categories.create({ body: { name: randomUUID(), type } }))

  const starters = await createCategory()

  return {
    admin,
    createCategory,
    /** A new dish's id. */
    createDish: (name = 'Soup', categoryId = starters, fields: Partial<DishInput> = {}) =>
      idOf(pos.dishes.create({ body: { name, price: 4.5, categoryId, ...fields } })),
    createTable: async () => {
      const space = await pos.spaces.create({ body: { name: randomUUID() } })
      return idOf(pos.tables.create({ body: { name: 'T1', spaceId: space.id } }))
    },
    /** A new order's id. */
    createOrder: (fields: object = {}) =>
      idOf(
        pos.orders.create({
          body: { userId: shop.ownerId, status: 'open', total: 0, ...fields },
        }),
      ),
    readOrder: (id: string) => pos.orders.one({ params: { id } }),
    readCompleteOrder: (id: string) => pos.orders.complete({ params: { id } }),
    addDishes: (orderId: string, dishes: unknown): Promise<Answer> =>
      admin.post(`/orders/${orderId}/dishes`, dishes),
  }
}

export type Restaurant = Awaited<ReturnType<typeof openRestaurant>>
