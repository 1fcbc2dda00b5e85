import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let restaurant: Restaurant
beforeAll(async () => {
  shop = await openShop()
  restaurant = await openRestaurant(shop)
})
afterAll(() => shop.close())

const notFound = { status: 404, body: 'Ingredient not found' }

const flour = async (changes: object = {}) => ({
  name: 'Flour',
  categoryId: await restaurant.createCategory('ingredient'),
  quantity: 2.125,
  unit: 'kg',
  lowStockThreshold: 0.3,
  costPerUnit: 0.1 + 0.2,
  ...changes,
})

const create = async (changes: object = {}): Promise<string> =>
  (await restaurant.admin.post('/ingredients', await flour(changes))).body.id

describe('ingredients', () => {
  it('are created, listed, read, changed and deleted, and keep all digits', async () => {
    const first = await flour()
    const created = await restaurant.admin.post('/ingredients', first)
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Ingredient added successfully' },
    })
    const { id } = created.body
    expect((await restaurant.admin.get('/ingredients')).body).toContainEqual({
      id,
      ...first,
    })
    expect((await restaurant.admin.get(`/ingredients/${id}`)).body).toEqual({
      id,
      ...first,
    })

    const second = await flour({
      quantity: 123456789.123456,
      costPerUnit: 0,
      lowStockThreshold: 1e-7,
    })
    expect(await restaurant.admin.put(`/ingredients/${id}`, second)).toMatchObject({
      status: 200,
      body: { id, message: 'Ingredient updated successfully' },
    })
    expect((await restaurant.admin.get(`/ingredients/${id}`)).body).toEqual({
      id,
      ...second,
    })

    expect(await restaurant.admin.del(`/ingredients/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await restaurant.admin.get(`/ingredients/${id}`)).toMatchObject(notFound)
    expect(await restaurant.admin.del(`/ingredients/${id}`)).toMatchObject(notFound)
    expect(await restaurant.admin.put(`/ingredients/${id}`, second)).toMatchObject({
      status: 404,
      body: `Ingredient with ID: ${id} not found`,
    })
    const category = `/categories/${second.categoryId}?type=ingredient`
    expect((await restaurant.admin.del(category)).status).toBe(204)
  })

  it('are low in stock below the threshold', async () => {
    const low = await create({ quantity: 0.29 })
    const even = await create({ quantity: 0.3 })
    const below = async (threshold: string) => {
      const { body } = await restaurant.admin.get(`/ingredients/low_stock/${threshold}`)
      return Array.isArray(body) ? body.map(({ id }: { id: string }) => id) : body
    }
    expect(await below('0.3')).toEqual([low])
    expect(new Set(await below('0.31'))).toEqual(new Set([low, even]))
    expect(await below('0')).toBe('No low stock ingredients found')
    for (const threshold of ['few', '%20', '1,5', '0x10']) {
      expect(
        await restaurant.admin.get(`/ingredients/low_stock/${threshold}`),
      ).toMatchObject({
        status: 400,
        body: 'Invalid or missing threshold parameter',
      })
    }
  })

  it('keep their category from being deleted', async () => {
    const categoryId = await restaurant.createCategory('ingredient')
    await create({ categoryId })
    const removal = await restaurant.admin.del(
      `/categories/${categoryId}?type=ingredient`,
    )
    expect(removal.status).toBe(400)
  })

  it.each([
    [{ name: '' }],
    [{ quantity: -0.1 }],
    [{ quantity: '2' }],
    [{ quantity: 1e300 }],
    [{ lowStockThreshold: -1 }],
    [{ costPerUnit: -1 }],
    [{ costPerUnit: null }],
    [{ unit: undefined }],
    [{ categoryId: randomUUID() }],
  ])('return 400 for %j', async (wrong) => {
    const id = await create()
    const before = (await restaurant.admin.get(`/ingredients/${id}`)).body
    const invalid = { status: 400, body: { message: expect.any(String) } }
    const body = await flour(wrong)
    expect(await restaurant.admin.post('/ingredients', body)).toMatchObject(invalid)
    expect(await restaurant.admin.put(`/ingredients/${id}`, body)).toMatchObject(invalid)
    expect((await restaurant.admin.get(`/ingredients/${id}`)).body).toEqual(before)
  })

  it('return 400 for a category of dishes', async () => {
    const body = await flour({ categoryId: await restaurant.createCategory('dish') })
    expect((await restaurant.admin.post('/ingredients', body)).status).toBe(400)
  })
})
