import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from './client.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const tea = {
  SKU: null,
  name: 'Green tea',
  description: null,
  imageUrl: null,
  costCents: 120,
  categoryIds: [],
  quantity: 10,
  minStockThreshold: 2,
  maxStockThreshold: 50,
  priceCents: 250,
}

/** What a product must say; the rest of `tea` may be left out. */
const required = {
  name: tea.name,
  costCents: tea.costCents,
  quantity: tea.quantity,
  minStockThreshold: tea.minStockThreshold,
  maxStockThreshold: tea.maxStockThreshold,
  priceCents: tea.priceCents,
}

const add = async (fields: object = {}): Promise<string> => {
  const { status, body } = await admin.post('/products', { ...tea, ...fields })
  expect(status).toBe(201)
  return body.id
}
const stockOf = async (id: string) => (await admin.get(`/products/${id}`)).body.quantity
const adjust = (rows: unknown) => admin.post('/products/stock', rows)

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
    ['a category id that is no UUID', { categoryIds: ['12'] }],
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

describe('POST /products/stock', () => {
  const insufficient = { status: 400, body: 'Invalid or insufficient stock' }

  it('applies signed changes, rows of one product added up', async () => {
    const [one, other] = [await add(), await add()]
    const rows = [
      { productId: one, quantity: -4 },
      { productId: other, quantity: 5 },
      { productId: one, quantity: -6 },
      { productId: other, quantity: 0 },
    ]
    expect(await adjust(rows)).toMatchObject({
      status: 200,
      body: { message: 'Stock adjusted successfully' },
    })
    expect([await stockOf(one), await stockOf(other)]).toEqual([0, 15])
  })

  it('changes nothing when one row cannot be applied', async () => {
    const [one, other] = [await add(), await add()]
    const first = { productId: other, quantity: 3 }
    for (const row of [
      { productId: one, quantity: -11 },
      { productId: randomUUID(), quantity: 1 },
      { productId: randomUUID(), quantity: 0 },
      { productId: one, quantity: 2 ** 53 - 1 },
      { productId: one, quantity: 0.5 },
      { productId: one },
      'row',
    ]) {
      expect(await adjust([first, row])).toMatchObject(insufficient)
    }
    expect([await stockOf(one), await stockOf(other)]).toEqual([10, 10])
  })

  it.each([[undefined], ['{'], [{}], ['null']])('refuses the body %j', async (body) => {
    expect(await adjust(body)).toMatchObject(insufficient)
  })

  it('says when there are no rows', async () => {
    expect(await adjust([])).toMatchObject({
      status: 400,
      body: 'No stock adjustments provided',
    })
  })

  it('needs the permission to take orders', async () => {
    const stranger = await shop.userWith('products_update')
    expect(await stranger.post('/products/stock', [])).toMatchObject({
      status: 403,
      body: { message: 'Permission required' },
    })
    const cashier = await shop.userWith('orders_create')
    expect((await cashier.post('/products/stock', [])).status).toBe(400)
  })

  it('loses and invents no unit, whatever is asked', async () => {
    const ids = [await add(), await add(), await add()]
    const row = fc.record({
      productId: fc.constantFrom(...ids),
      quantity: fc.integer({ min: -12, max: 12 }),
    })
    const expected = new Map(ids.map((id) => [id, 10]))
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
        const after = new Map(expected)
        for (const { productId, quantity } of rows) {
          after.set(productId, (after.get(productId) ?? 0) + quantity)
        }
        const possible = [...after.values()].every((quantity) => quantity >= 0)
        expect((await adjust(rows)).status).toBe(possible ? 200 : 400)
        if (possible) for (const [id, quantity] of after) expected.set(id, quantity)
        for (const id of ids) expect(await stockOf(id)).toBe(expected.get(id))
      }),
      { numRuns: 25 },
    )
  })

  it('sells no unit twice to parallel callers', async () => {
    const id = await add({ quantity: 20 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => adjust([{ productId: id, quantity: -1 }])),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(30)
    expect(await stockOf(id)).toBe(0)
  })
})
