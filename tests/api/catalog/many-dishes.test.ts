import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dishKey } from '../../../shared/catalog/dishes.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { insert, upsert } from '../../../shared/platform/dynamodb/write.ts'
import { allRecords } from '../../generated/records.ts'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { scaled } from '../../support/scale.ts'
import { openShop, type Shop } from '../../support/shop.ts'

/** In `npm run test:long` the most dishes that one call may add. */
const count = scaled(80, 200)

let shop: Shop
let restaurant: Restaurant
let dishes: string[]
beforeAll(async () => {
  shop = await openShop()
  restaurant = await openRestaurant(shop)
  dishes = []
  while (dishes.length < count) dishes.push(await restaurant.createDish())
})
afterAll(() => shop.close())

const removeDish = async (id: string) => {
  const { status, body } = await restaurant.admin.del(`/dishes/${id}`)
  return { status, body }
}

const inUse = { status: 400, body: { message: 'Dish is in use' } }
const removed = { status: 204, body: undefined }

/** The keys of the records that count how dishes are used. */
const countRecords = async () =>
  [...(await allRecords(process.env.TABLE_NAME ?? '')).keys()].filter((key) =>
    key.startsWith('DISH-USE#'),
  )

describe('dishes that were created together', () => {
  it('have their counts spread over the 64 records', async () => {
    // 80 random places leave 18 of the records empty on average, and 200 leave three
    expect((await countRecords()).length).toBeGreaterThan(scaled(30, 40))
  })

  it('can be added in one call, and deleted after the order is deleted', async () => {
    const order = await restaurant.createOrder()
    const lines = dishes.map((dishId) => ({ dishId, priceAtOrder: 1 }))
    expect(await restaurant.addDishes(order, lines)).toMatchObject({ status: 201 })
    expect(await removeDish(dishes[0] ?? '')).toEqual(inUse)
    expect((await restaurant.admin.del(`/orders/${order}`)).status).toBe(204)
    expect(await removeDish(dishes[0] ?? '')).toEqual(removed)
  })
})

it('a dish with a version 4 id of an earlier release is counted in the same record as before', async () => {
  const id = `0000003f-${randomUUID().slice(9)}`
  const categoryId = await restaurant.createCategory()
  const dish = { ...dishKey(id), id, name: 'Old soup', priceCents: 450, categoryId }
  const listed = `listed_${id.replaceAll('-', '_')}`
  await transact([
    insert(dish),
    upsert({ pk: 'DISH-USE#63', sk: 'COUNTS' }, { set: { [listed]: true } }),
  ])
  const order = await restaurant.createOrder()
  expect(
    await restaurant.addDishes(order, [{ dishId: id, priceAtOrder: 1 }]),
  ).toMatchObject({
    status: 201,
  })
  expect(await removeDish(id)).toEqual(inUse)
})
