import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { createProduct } from '../../support/products.ts'
import { scaled } from '../../support/scale.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const stockOf = async (id: string) => (await admin.get(`/products/${id}`)).body.quantity
const adjust = (rows: unknown) => admin.post('/products/stock', rows)

describe('PUT /products/{id} with keepStock', () => {
  it('changes all but the units, which others sell meanwhile', async () => {
    const id = await createProduct(admin)
    const path = `/products/${id}`
    const prices = Array.from({ length: 5 }, (_, at) => 100 + at)
    const changed = prices.map((priceCents) =>
      admin.put(path, { name: 'Tea', priceCents, keepStock: true, quantity: 99 }),
    )
    const sold = prices.map(() => adjust([{ productId: id, quantity: -1 }]))
    for (const { status } of await Promise.all([...changed, ...sold])) {
      expect(status).toBe(200)
    }
    const { body } = await admin.get(path)
    expect(body).toMatchObject({ name: 'Tea', quantity: 5 })
    expect(prices).toContain(body.priceCents)
    const unknown = { name: 'Tea', priceCents: 1, keepStock: true }
    expect(await admin.put(`/products/${randomUUID()}`, unknown)).toMatchObject({
      status: 404,
    })
  })
})

describe('PUT /products/{id} with ifVersion', () => {
  it('tells one of two who change what both have read, and neither that it was sold', async () => {
    const id = await createProduct(admin)
    const path = `/products/${id}`
    const { version } = (await admin.get(path)).body
    await adjust([{ productId: id, quantity: -1 }])
    const owners = [310, 320].map((priceCents) =>
      admin.put(path, { name: 'Tea', priceCents, keepStock: true, ifVersion: version }),
    )
    const answers = await Promise.all(owners)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const lost = answers.find(({ status }) => status === 409)
    expect(lost?.headers.get('error-code')).toBe('product_changed')
    const { body } = await admin.get(path)
    expect(body.version).toBe(version + 1)
    expect(body.priceCents).toBe(answers[0]?.status === 200 ? 310 : 320)
  })
})

describe('POST /products/stock', () => {
  const insufficient = { status: 400, body: 'Invalid or insufficient stock' }

  it('changes stock by the signed quantities, summed per product', async () => {
    const [one, other] = [await createProduct(admin), await createProduct(admin)]
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

  it('keeps why it was adjusted in the audit trail', async () => {
    const id = await createProduct(admin, { name: 'Reasoned tea' })
    await adjust([
      { productId: id, quantity: -1, reason: 'Broken' },
      { productId: id, quantity: 3, reason: 'Received' },
    ])
    const { body } = await admin.get('/audit?kind=stock')
    const [entry] = body.filter(
      ({ after }: { after: { adjustments?: { productId: string }[] } | null }) =>
        after?.adjustments?.some(({ productId }) => productId === id),
    )
    expect(entry.after.adjustments).toMatchObject([
      { quantity: 2, before: 10, after: 12, reason: 'Broken; Received' },
    ])
  })

  it('changes nothing when one row fails', async () => {
    const [one, other] = [await createProduct(admin), await createProduct(admin)]
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

  it('returns 400 for any number of unknown products', async () => {
    const rows = ['a', 'b', ''].map((productId) => ({ productId, quantity: 1 }))
    expect(await adjust(rows)).toMatchObject(insufficient)
  })

  it('returns 400 when the rows of a product add up beyond safe integers', async () => {
    const id = await createProduct(admin)
    const row = { productId: id, quantity: 2 ** 53 - 1 }
    const back = { productId: id, quantity: 1 - 2 ** 53 }
    for (const rows of [[row], [row, row], [back, back], [row, row, back, back]]) {
      expect(await adjust(rows)).toMatchObject(insufficient)
    }
    expect(await stockOf(id)).toBe(10)
  })

  it.each([[undefined], ['{'], [{}], ['null']])(
    'returns 400 for the body %j',
    async (body) => {
      expect(await adjust(body)).toMatchObject(insufficient)
    },
  )

  it('returns 400 for an empty list', async () => {
    expect(await adjust([])).toMatchObject({
      status: 400,
      body: 'No stock adjustments provided',
    })
  })

  it('requires the permission orders_create', async () => {
    const other = await shop.userWith('products_update')
    expect(await other.post('/products/stock', [])).toMatchObject({
      status: 403,
      body: { message: 'Permission required' },
    })
    const cashier = await shop.userWith('orders_create')
    expect((await cashier.post('/products/stock', [])).status).toBe(400)
  })

  it('keeps stock equal to the sum of accepted changes', async () => {
    const ids = [
      await createProduct(admin),
      await createProduct(admin),
      await createProduct(admin),
    ]
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

  it('never falls below 0 under parallel requests', async () => {
    const [crowd, stock] = [scaled(15, 50), scaled(6, 20)]
    const id = await createProduct(admin, { quantity: stock })
    const answers = await Promise.all(
      Array.from({ length: crowd }, () => adjust([{ productId: id, quantity: -1 }])),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(stock)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(crowd - stock)
    expect(await stockOf(id)).toBe(0)
  })
})
