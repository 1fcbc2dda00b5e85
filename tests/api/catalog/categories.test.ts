import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { scaled } from '../../support/scale.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const create = async (name: string, type = 'product') =>
  (await admin.post('/categories', { name, type })).body.id as string

const product = (categoryIds: string[]) => ({
  name: 'Tea',
  costCents: 1,
  priceCents: 2,
  quantity: 3,
  minStockThreshold: 0,
  maxStockThreshold: 0,
  categoryIds,
})

describe('categories', () => {
  it('creates, lists, reads, renames and deletes a category', async () => {
    const created = await admin.post('/categories', { name: 'Drinks', type: 'dish' })
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Category added successfully' },
    })
    const { id } = created.body
    expect((await admin.get('/categories?type=dish')).body).toContainEqual({
      id,
      name: 'Drinks',
    })
    expect(await admin.get(`/categories/${id}?type=dish`)).toMatchObject({
      status: 200,
      body: { id, name: 'Drinks' },
    })
    const renamed = await admin.put(`/categories/${id}`, { name: 'Wine', type: 'dish' })
    expect(renamed).toMatchObject({
      status: 200,
      body: { id, message: 'Category updated successfully' },
    })
    expect((await admin.get(`/categories/${id}?type=dish`)).body.name).toBe('Wine')
    const deleted = await admin.del(`/categories/${id}?type=dish`)
    expect(deleted).toMatchObject({ status: 204, body: undefined })
    expect(deleted.headers.get('content-type')).toBeNull()
    expect(await admin.get(`/categories/${id}?type=dish`)).toMatchObject({
      status: 404,
      body: 'Category not found',
    })
  })

  it.each(['', '?type=', '?type=drink', '?type=Dish'])(
    'returns 400 for a list with the query %j',
    async (query) => {
      expect(await admin.get(`/categories${query}`)).toMatchObject({
        status: 400,
        body: 'Missing or malformed type',
      })
    },
  )

  it.each([
    [{ name: 'X' }, 'Missing or malformed type'],
    [{ name: 'X', type: 7 }, 'Missing or malformed type'],
    [{ name: ' ', type: 'dish' }, 'Failed to create category'],
    [{ type: 'dish' }, 'Failed to create category'],
  ])('returns 400 when creating %j', async (body, text) => {
    expect(await admin.post('/categories', body)).toMatchObject({
      status: 400,
      body: text,
    })
  })

  it('keeps names unique per type, and frees the name of a deleted category', async () => {
    const id = await create('Seasonal')
    expect(
      await admin.post('/categories', { name: 'Seasonal', type: 'product' }),
    ).toMatchObject({ status: 400, body: 'Failed to create category' })
    expect(
      (await admin.post('/categories', { name: 'Seasonal', type: 'dish' })).status,
    ).toBe(201)
    await admin.del(`/categories/${id}?type=product`)
    expect(
      (await admin.post('/categories', { name: 'Seasonal', type: 'product' })).status,
    ).toBe(201)
  })

  it('returns 400 when renaming to an existing or blank name', async () => {
    await create('Taken')
    const id = await create('Free')
    for (const name of ['Taken', ' ']) {
      expect(
        await admin.put(`/categories/${id}`, { name, type: 'product' }),
      ).toMatchObject({
        status: 400,
        body: 'Failed to update category',
      })
    }
    expect(
      (await admin.put(`/categories/${id}`, { name: 'Free', type: 'product' })).status,
    ).toBe(200)
  })

  it('returns 400 for a malformed id or type, and 404 for an unknown category', async () => {
    const unknownId = randomUUID()
    const idOrType = { status: 400, body: 'Missing or malformed ID/type' }
    const input = { name: 'X', type: 'dish' }
    expect(await admin.get(`/categories/${unknownId}`)).toMatchObject(idOrType)
    expect(await admin.put('/categories/12', input)).toMatchObject(idOrType)
    expect(await admin.put(`/categories/${unknownId}`, { name: 'X' })).toMatchObject(
      idOrType,
    )
    expect(await admin.del(`/categories/${unknownId}?type=no`)).toMatchObject(idOrType)
    expect(await admin.put(`/categories/${unknownId}`, input)).toMatchObject({
      status: 404,
      body: `Category with ID: ${unknownId} not found`,
    })
    expect(await admin.get('/categories/12?type=dish')).toMatchObject({
      status: 404,
      body: 'Category not found',
    })
  })

  it('treats the id of a category of another type as unknown', async () => {
    const id = await create('Typed')
    expect((await admin.get(`/categories/${id}?type=dish`)).status).toBe(404)
    expect(
      (await admin.put(`/categories/${id}`, { name: 'X', type: 'dish' })).status,
    ).toBe(404)
    expect((await admin.del(`/categories/${id}?type=dish`)).status).toBe(400)
  })

  it('returns 400 when deleting a category that a product names', async () => {
    const id = await create('Used')
    const other = await create('Other')
    const inUse = {
      status: 400,
      body: 'Cannot delete category - it may be in use or not found',
    }
    const { body } = await admin.post('/products', product([id, id]))
    expect(await admin.del(`/categories/${id}?type=product`)).toMatchObject(inUse)
    await admin.put(`/products/${body.id}`, product([other]))
    expect((await admin.del(`/categories/${id}?type=product`)).status).toBe(204)
    await admin.del(`/products/${body.id}`)
    expect((await admin.del(`/categories/${other}?type=product`)).status).toBe(204)
    expect(await admin.del(`/categories/${other}?type=product`)).toMatchObject(inUse)
  })

  it('creates a name once under parallel requests', async () => {
    const crowd = scaled(12, 50)
    const answers = await Promise.all(
      Array.from({ length: crowd }, () =>
        admin.post('/categories', { name: 'Race', type: 'product' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(crowd - 1)
  })

  it('never leaves a product in a category that is deleted at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await create(`Doomed ${round}`)
      const [creation, deletion] = await Promise.all([
        admin.post('/products', product([id])),
        admin.del(`/categories/${id}?type=product`),
      ])
      expect([creation.status, deletion.status]).toEqual(
        creation.status === 201 ? [201, 400] : [400, 204],
      )
    }
  })
})
