import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import {
  createProduct,
  defaultVariantOf,
  productFields,
  requiredProductFields,
} from '../../support/products.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const createCategories = (count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const input = { name: randomUUID(), type: 'product' }
      return (await admin.post('/categories', input)).body.id
    }),
  )

describe('products', () => {
  it('returns exactly the documented fields', async () => {
    const created = await admin.post('/products', productFields)
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Product added successfully' },
    })
    const stored = { id: created.body.id, ...productFields }
    expect(await admin.get(`/products/${stored.id}`)).toMatchObject({ status: 200 })
    const { body: shown } = await admin.get(`/products/${stored.id}`)
    expect(shown).toEqual({ ...stored, variants: [defaultVariantOf(stored)] })
    expect((await admin.get('/products')).body).toContainEqual(stored)
  })

  it('fills in optional fields', async () => {
    const { body } = await admin.post('/products', requiredProductFields)
    const stored = { id: body.id, ...productFields }
    expect((await admin.get(`/products/${body.id}`)).body).toEqual({
      ...stored,
      variants: [defaultVariantOf(stored)],
    })
  })

  it.each([
    ['a blank name', { name: ' ' }],
    ['no name', { name: undefined }],
    ['a negative price', { priceCents: -1 }],
    ['a fraction of a cent', { costCents: 1.5 }],
    ['a text as quantity', { quantity: '3' }],
    ['a quantity beyond exact integers', { quantity: 2 ** 53 }],
    ['a minimum above the maximum', { minStockThreshold: 9, maxStockThreshold: 3 }],
    ['an unknown category', { categoryIds: [randomUUID()] }],
    ['category ids that are not UUIDs', { categoryIds: ['12', '13'] }],
    ['a text that cannot be stored', { description: 'x'.repeat(500_000) }],
    ['a text that is not Unicode', { name: '\ud800' }],
  ])('returns 400 for %s', async (_, fields) => {
    const before = (await admin.get('/products')).body.length
    expect(await admin.post('/products', { ...productFields, ...fields })).toMatchObject({
      status: 400,
      body: { message: 'Invalid product data' },
    })
    expect((await admin.get('/products')).body).toHaveLength(before)
  })

  it('accepts any minimum when there is no maximum', async () => {
    await createProduct(admin, { minStockThreshold: 9, maxStockThreshold: 0 })
  })

  it('trims SKUs, returns 409 when the SKU exists, and frees the SKU of a deleted product', async () => {
    const id = await createProduct(admin, { SKU: ' T-1 ' })
    expect((await admin.get(`/products/${id}`)).body.SKU).toBe('T-1')
    const duplicate = { status: 409, body: { message: 'SKU already exists' } }
    expect(await admin.post('/products', { ...productFields, SKU: 'T-1' })).toMatchObject(
      duplicate,
    )
    const other = await createProduct(admin, { SKU: 'T-2' })
    expect(
      await admin.put(`/products/${other}`, { ...productFields, SKU: 'T-1' }),
    ).toMatchObject(duplicate)
    expect(
      (await admin.put(`/products/${id}`, { ...productFields, SKU: 'T-1' })).status,
    ).toBe(200)
    await admin.del(`/products/${id}`)
    expect(
      (await admin.put(`/products/${other}`, { ...productFields, SKU: 'T-1' })).status,
    ).toBe(200)
    await createProduct(admin, { SKU: 'T-2' })
    for (const SKU of ['', null, '  ']) await createProduct(admin, { SKU })
  })

  it('keeps optional fields that an update omits, and clears those sent as null', async () => {
    const id = await createProduct(admin, {
      SKU: 'K-1',
      description: 'leaf',
      imageUrl: 'https://x.example/a',
    })
    await admin.put(`/products/${id}`, { ...requiredProductFields, name: 'Black tea' })
    expect((await admin.get(`/products/${id}`)).body).toMatchObject({
      name: 'Black tea',
      SKU: 'K-1',
      description: 'leaf',
      imageUrl: 'https://x.example/a',
    })
    await admin.put(`/products/${id}`, {
      ...requiredProductFields,
      SKU: null,
      description: null,
    })
    expect((await admin.get(`/products/${id}`)).body).toMatchObject({
      SKU: null,
      description: null,
      imageUrl: 'https://x.example/a',
    })
    await createProduct(admin, { SKU: 'K-1' })
  })

  it('needs no cost and no thresholds: they are 0, and an update keeps them', async () => {
    const { costCents, minStockThreshold, maxStockThreshold, ...few } =
      requiredProductFields
    const { body } = await admin.post('/products', few)
    const path = `/products/${body.id}`
    const none = { costCents: 0, minStockThreshold: 0, maxStockThreshold: 0 }
    const stored = { ...productFields, ...none, id: body.id }
    expect((await admin.get(path)).body).toEqual({
      ...stored,
      variants: [defaultVariantOf(stored)],
    })
    const given = { costCents, minStockThreshold, maxStockThreshold }
    await admin.put(path, { ...few, ...given })
    expect((await admin.put(path, { ...few, name: 'Tea' })).status).toBe(200)
    expect((await admin.get(path)).body).toMatchObject({ ...given, name: 'Tea' })
    for (const bad of [
      { minStockThreshold: maxStockThreshold + 1 },
      { maxStockThreshold: -1 },
      { maxStockThreshold: null },
      { quantity: undefined },
      { costCents: -1 },
    ]) {
      expect((await admin.put(path, { ...few, ...bad })).status).toBe(400)
    }
    expect((await admin.get(path)).body).toMatchObject(given)
  })

  it('stores the path of a picture URL that points to this API', async () => {
    const id = await createProduct(admin, {
      imageUrl: `${shop.url}/uploads/2026-01-01/a.png`,
    })
    expect((await admin.get(`/products/${id}`)).body.imageUrl).toBe(
      '/uploads/2026-01-01/a.png',
    )
  })

  it('accepts 40 categories, can replace all of them, and returns 400 for 41', async () => {
    const ids = await createCategories(80)
    const id = await createProduct(admin, { categoryIds: ids.slice(0, 40) })
    const swapped = { ...productFields, SKU: 'C-1', categoryIds: ids.slice(40) }
    expect((await admin.put(`/products/${id}`, swapped)).status).toBe(200)
    const current = (await admin.get(`/products/${id}`)).body
    expect(current.categoryIds).toEqual(ids.slice(40))
    expect((await admin.del(`/categories/${ids[0]}?type=product`)).status).toBe(204)
    expect((await admin.del(`/categories/${ids[40]}?type=product`)).status).toBe(400)

    const tooMany = { ...swapped, categoryIds: ids.slice(39) }
    const tooManyCategories = {
      status: 400,
      body: { message: 'A product has at most 40 categories' },
    }
    expect(await admin.put(`/products/${id}`, tooMany)).toMatchObject(tooManyCategories)
    expect(await admin.post('/products', tooMany)).toMatchObject(tooManyCategories)
    expect((await admin.get(`/products/${id}`)).body).toEqual(current)
  })

  it('counts a category once when it is named 100 times', async () => {
    const [categoryId = ''] = await createCategories(1)
    const id = await createProduct(admin, { categoryIds: Array(100).fill(categoryId) })
    expect((await admin.get(`/products/${id}`)).body.categoryIds).toEqual([categoryId])
    await admin.put(`/products/${id}`, { ...productFields, categoryIds: [] })
    expect((await admin.del(`/categories/${categoryId}?type=product`)).status).toBe(204)
  })

  it('returns 404 for unknown products, and 204 on deletion', async () => {
    const id = randomUUID()
    expect(await admin.get(`/products/${id}`)).toMatchObject({
      status: 404,
      body: 'Product not found',
    })
    expect(await admin.get(`/products/${'x'.repeat(3_000)}`)).toMatchObject({
      status: 404,
      body: 'Product not found',
    })
    expect(await admin.put(`/products/${id}`, productFields)).toMatchObject({
      status: 404,
      body: { message: `Product with ID ${id} not found` },
    })
    expect(await admin.del(`/products/${id}`)).toMatchObject({ status: 204 })
  })

  it('no longer lists or reads a deleted product', async () => {
    const id = await createProduct(admin)
    expect(await admin.del(`/products/${id}`)).toMatchObject({ status: 204 })
    expect((await admin.get(`/products/${id}`)).status).toBe(404)
    const listed = (await admin.get('/products')).body
    expect(listed.map((each: { id: string }) => each.id)).not.toContain(id)
  })
})
