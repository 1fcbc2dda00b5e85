import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dishKey } from '../../../shared/catalog/dishes.ts'
import { noResponse, transact } from '../../../shared/dynamodb/transact.ts'
import { insert, upsert } from '../../../shared/dynamodb/write.ts'
import { allRecords } from '../../generated/records.ts'
import { type Kitchen, openKitchen } from '../../support/dishes.ts'
import { openShop, type Shop } from '../../support/shop.ts'

/** As many as one call may order. */
const count = 200

let shop: Shop
let kitchen: Kitchen
let dishes: string[]
beforeAll(async () => {
  shop = await openShop()
  kitchen = await openKitchen(shop)
  dishes = []
  while (dishes.length < count) dishes.push(await kitchen.dish())
}, 60_000)
afterAll(() => shop.close())

const removeDish = async (id: string) => {
  const { status, body } = await kitchen.admin.del(`/dishes/${id}`)
  return { status, body }
}

const inUse = { status: 400, body: { message: 'Dish is in use' } }
const removed = { status: 204, body: undefined }

/** The keys of the records that count how dishes are used. */
const countRecords = async () =>
  [...(await allRecords(process.env.TABLE_NAME ?? '')).keys()].filter((key) =>
    key.startsWith('DISH-USE#'),
  )

describe('dishes that were made at one time', () => {
  it('are counted in most of the 64 records', async () => {
    // 200 at random leave three of them empty on average
    expect((await countRecords()).length).toBeGreaterThan(40)
  })

  it('can all be ordered at once, and leave the menu when the order is gone', async () => {
    const order = await kitchen.order()
    const lines = dishes.map((dishId) => ({ dishId, priceAtOrder: 1 }))
    expect(await kitchen.add(order, lines)).toMatchObject({ status: 201 })
    expect(await removeDish(dishes[0] ?? '')).toEqual(inUse)
    expect((await kitchen.admin.del(`/orders/${order}`)).status).toBe(204)
    expect(await removeDish(dishes[0] ?? '')).toEqual(removed)
  })
})

it('a dish with a random id, from an earlier release, is counted where it was', async () => {
  const id = `0000003f-${randomUUID().slice(9)}`
  const categoryId = await kitchen.category()
  const dish = { ...dishKey(id), id, name: 'Old soup', priceCents: 450, categoryId }
  const listed = `listed_${id.replaceAll('-', '_')}`
  await transact(
    [
      insert(dish),
      upsert({ pk: 'DISH-USE#63', sk: 'COUNTS' }, { set: { [listed]: true } }),
    ],
    noResponse,
  )
  const order = await kitchen.order()
  expect(await kitchen.add(order, [{ dishId: id, priceAtOrder: 1 }])).toMatchObject({
    status: 201,
  })
  expect(await removeDish(id)).toEqual(inUse)
})
