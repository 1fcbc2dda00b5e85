import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../infra/local/client.ts'
import { required, tea } from '../../support/products.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const add = async (fields: object = {}): Promise<string> => {
  const { status, body } = await admin.post('/products', { ...tea, ...fields })
  expect(status).toBe(201)
  return body.id
}

const categories = (count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const wanted = { name: randomUUID(), type: 'product' }
      return (await admin.post('/categories', wanted)).body.id
    }),
  )

describe('products', () => {
  it('lists a bare string while there are none', async () => {
    expect(await admin.get('/products')).toMatchObject({
      status: 200,
      body: 'No products found',
    })
  })

  it('answers exactly the documented fields', async () => {
    const created = await admin.post('/products', tea)
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Product added successfully' },
    })
    const stored = { id: created.body.id, ...tea }
    expect(await admin.get(`/products/${stored.id}`)).toMatchObject({ status: 200 })
    expect((await admin.get(`/products/${stored.id}`)).body).toEqual(stored)
    expect((await admin.get('/products')).body).toEqual([stored])
  })

  it('fills in what may be left out', async () => {
    const { body } = await admin.post('/products', required)
    expect((await admin.get(`/products/${body.id}`)).body).toEqual({
      id: body.id,
      ...tea,
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
    ['category ids that are no UUIDs', { categoryIds: ['12', '13'] }],
    ['a text that cannot be stored', { description: 'x'.repeat(500_000) }],
    ['a text that is no Unicode', { name: '\ud800' }],
  ])('refuses %s', async (_, fields) => {
    const before = (await admin.get('/products')).body.length
    expect(await admin.post('/products', { ...tea, ...fields })).toMatchObject({
      status: 400,
      body: { message: 'Invalid product data' },
    })
    expect((await admin.get('/products')).body).toHaveLength(before)
  })

  it('takes any minimum when there is no maximum', async () => {
    await add({ minStockThreshold: 9, maxStockThreshold: 0 })
  })

  it('refuses bundles', async () => {
    expect(await admin.post('/products', { ...tea, isBundle: true })).toMatchObject({
      status: 400,
      body: { message: 'Bundles are not supported' },
    })
    await add({ isBundle: false })
  })

  it('keeps SKUs unique, trimmed, and free after deletion', async () => {
    const id = await add({ SKU: ' T-1 ' })
    expect((await admin.get(`/products/${id}`)).body.SKU).toBe('T-1')
    const duplicate = { status: 409, body: { message: 'SKU already exists' } }
    expect(await admin.post('/products', { ...tea, SKU: 'T-1' })).toMatchObject(duplicate)
    const other = await add({ SKU: 'T-2' })
    expect(await admin.put(`/products/${other}`, { ...tea, SKU: 'T-1' })).toMatchObject(
      duplicate,
    )
    expect((await admin.put(`/products/${id}`, { ...tea, SKU: 'T-1' })).status).toBe(200)
    await admin.del(`/products/${id}`)
    expect((await admin.put(`/products/${other}`, { ...tea, SKU: 'T-1' })).status).toBe(
      200,
    )
    await add({ SKU: 'T-2' })
    for (const SKU of ['', null, '  ']) await add({ SKU })
  })

  it('keeps optional fields left out of an update and clears those sent as null', async () => {
    const id = await add({
      SKU: 'K-1',
      description: 'leaf',
      imageUrl: 'https://x.example/a',
    })
    await admin.put(`/products/${id}`, { ...required, name: 'Black tea' })
    expect((await admin.get(`/products/${id}`)).body).toMatchObject({
      name: 'Black tea',
      SKU: 'K-1',
      description: 'leaf',
      imageUrl: 'https://x.example/a',
    })
    await admin.put(`/products/${id}`, { ...required, SKU: null, description: null })
    expect((await admin.get(`/products/${id}`)).body).toMatchObject({
      SKU: null,
      description: null,
      imageUrl: 'https://x.example/a',
    })
    await add({ SKU: 'K-1' })
  })

  it('keeps a picture of its own address as a path', async () => {
    const id = await add({ imageUrl: `${shop.url}/uploads/2026-01-01/a.png` })
    expect((await admin.get(`/products/${id}`)).body.imageUrl).toBe(
      '/uploads/2026-01-01/a.png',
    )
  })

  it('takes 40 categories, all others after them, and no more', async () => {
    const ids = await categories(80)
    const id = await add({ categoryIds: ids.slice(0, 40) })
    const swapped = { ...tea, SKU: 'C-1', categoryIds: ids.slice(40) }
    expect((await admin.put(`/products/${id}`, swapped)).status).toBe(200)
    const held = (await admin.get(`/products/${id}`)).body
    expect(held.categoryIds).toEqual(ids.slice(40))
    expect((await admin.del(`/categories/${ids[0]}?type=product`)).status).toBe(204)
    expect((await admin.del(`/categories/${ids[40]}?type=product`)).status).toBe(400)

    const tooMany = { ...swapped, categoryIds: ids.slice(39) }
    const refused = {
      status: 400,
      body: { message: 'A product has at most 40 categories' },
    }
    expect(await admin.put(`/products/${id}`, tooMany)).toMatchObject(refused)
    expect(await admin.post('/products', tooMany)).toMatchObject(refused)
    expect((await admin.get(`/products/${id}`)).body).toEqual(held)
  })

  it('counts a category once, however often it is named', async () => {
    const [categoryId = ''] = await categories(1)
    const id = await add({ categoryIds: Array(100).fill(categoryId) })
    expect((await admin.get(`/products/${id}`)).body.categoryIds).toEqual([categoryId])
    await admin.put(`/products/${id}`, { ...tea, categoryIds: [] })
    expect((await admin.del(`/categories/${categoryId}?type=product`)).status).toBe(204)
  })

  it('tells unknown products', async () => {
    const id = randomUUID()
    expect(await admin.get(`/products/${id}`)).toMatchObject({
      status: 404,
      body: 'Product not found',
    })
    expect(await admin.get(`/products/${'x'.repeat(3_000)}`)).toMatchObject({
      status: 404,
      body: 'Product not found',
    })
    expect(await admin.put(`/products/${id}`, tea)).toMatchObject({
      status: 404,
      body: { message: `Product with ID ${id} not found` },
    })
    expect(await admin.del(`/products/${id}`)).toMatchObject({ status: 204 })
  })

  it('forgets a deleted product', async () => {
    const id = await add()
    expect(await admin.del(`/products/${id}`)).toMatchObject({ status: 204 })
    expect((await admin.get(`/products/${id}`)).status).toBe(404)
    const listed = (await admin.get('/products')).body
    expect(listed.map((each: { id: string }) => each.id)).not.toContain(id)
  })
})
