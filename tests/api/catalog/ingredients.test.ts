import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Kitchen, openKitchen } from '../../support/dishes.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let kitchen: Kitchen
beforeAll(async () => {
  shop = await openShop()
  kitchen = await openKitchen(shop)
})
afterAll(() => shop.close())

const notFound = { status: 404, body: 'Ingredient not found' }

const flour = async (changes: object = {}) => ({
  name: 'Flour',
  categoryId: await kitchen.category('ingredient'),
  quantity: 2.125,
  unit: 'kg',
  lowStockThreshold: 0.3,
  costPerUnit: 0.1 + 0.2,
  ...changes,
})

const create = async (changes: object = {}): Promise<string> =>
  (await kitchen.admin.post('/ingredients', await flour(changes))).body.id

describe('ingredients', () => {
  it('list a bare string while there are none', async () => {
    expect(await kitchen.admin.get('/ingredients')).toMatchObject({
      status: 200,
      body: 'No ingredients found',
    })
  })

  it('are created, listed, read, changed and deleted, digits and all', async () => {
    const first = await flour()
    const created = await kitchen.admin.post('/ingredients', first)
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Ingredient added successfully' },
    })
    const { id } = created.body
    expect((await kitchen.admin.get('/ingredients')).body).toEqual([{ id, ...first }])
    expect((await kitchen.admin.get(`/ingredients/${id}`)).body).toEqual({ id, ...first })

    const second = await flour({
      quantity: 123456789.123456,
      costPerUnit: 0,
      lowStockThreshold: 1e-7,
    })
    expect(await kitchen.admin.put(`/ingredients/${id}`, second)).toMatchObject({
      status: 200,
      body: { id, message: 'Ingredient updated successfully' },
    })
    expect((await kitchen.admin.get(`/ingredients/${id}`)).body).toEqual({
      id,
      ...second,
    })

    expect(await kitchen.admin.del(`/ingredients/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await kitchen.admin.get(`/ingredients/${id}`)).toMatchObject(notFound)
    expect(await kitchen.admin.del(`/ingredients/${id}`)).toMatchObject(notFound)
    expect(await kitchen.admin.put(`/ingredients/${id}`, second)).toMatchObject({
      status: 404,
      body: `Ingredient with ID: ${id} not found`,
    })
    const category = `/categories/${second.categoryId}?type=ingredient`
    expect((await kitchen.admin.del(category)).status).toBe(204)
  })

  it('run low below a threshold', async () => {
    const low = await create({ quantity: 0.29 })
    const even = await create({ quantity: 0.3 })
    const below = async (threshold: string) => {
      const { body } = await kitchen.admin.get(`/ingredients/low_stock/${threshold}`)
      return Array.isArray(body) ? body.map(({ id }: { id: string }) => id) : body
    }
    expect(await below('0.3')).toEqual([low])
    expect(new Set(await below('0.31'))).toEqual(new Set([low, even]))
    expect(await below('0')).toBe('No low stock ingredients found')
    for (const threshold of ['few', '%20', '1,5', '0x10']) {
      expect(
        await kitchen.admin.get(`/ingredients/low_stock/${threshold}`),
      ).toMatchObject({
        status: 400,
        body: 'Invalid or missing threshold parameter',
      })
    }
  })

  it('hold their category', async () => {
    const categoryId = await kitchen.category('ingredient')
    await create({ categoryId })
    const removal = await kitchen.admin.del(`/categories/${categoryId}?type=ingredient`)
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
  ])('refuse %j', async (wrong) => {
    const id = await create()
    const before = (await kitchen.admin.get(`/ingredients/${id}`)).body
    const invalid = { status: 400, body: { message: expect.any(String) } }
    const body = await flour(wrong)
    expect(await kitchen.admin.post('/ingredients', body)).toMatchObject(invalid)
    expect(await kitchen.admin.put(`/ingredients/${id}`, body)).toMatchObject(invalid)
    expect((await kitchen.admin.get(`/ingredients/${id}`)).body).toEqual(before)
  })

  it('take no category of dishes', async () => {
    const body = await flour({ categoryId: await kitchen.category('dish') })
    expect((await kitchen.admin.post('/ingredients', body)).status).toBe(400)
  })
})
