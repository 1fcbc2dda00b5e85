import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shownProducts } from '../../../shared/catalog/shown-products.ts'
import type { Answer, Client } from '../../support/client.ts'
import {
  bundleFields,
  createProduct,
  part,
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

const invalid = { status: 400, body: { message: 'Invalid product data' } }

const product = (fields: object = {}) => createProduct(admin, fields)
const createBundle = (...components: object[]) =>
  createProduct(admin, bundleFields(...components))
const change = (id: string, fields: object): Promise<Answer> =>
  admin.put(`/products/${id}`, { ...requiredProductFields, ...fields })
const find = async (id: string) => (await admin.get(`/products/${id}`)).body
const remove = (id: string) => admin.del(`/products/${id}`)
const adjust = (productId: string, quantity: number) =>
  admin.post('/products/stock', [{ productId, quantity }])

describe('a bundle', () => {
  it('has the quantity and the cost that its components allow', async () => {
    const tea = await product({ quantity: 10, costCents: 120 })
    const cup = await product({ quantity: 7, costCents: 300 })
    const id = await createBundle(part(tea, 3), part(cup, 2))
    const shown = {
      id,
      name: 'Set',
      costCents: 1,
      quantity: 3,
      minStockThreshold: 0,
      maxStockThreshold: 0,
      isBundle: true,
      bundleComponents: [part(tea, 3), part(cup, 2)],
      bundleCostCents: 960,
    }
    expect(await find(id)).toMatchObject(shown)
    expect((await admin.get('/products')).body).toContainEqual(
      expect.objectContaining(shown),
    )
    await adjust(cup, -5)
    expect((await find(id)).quantity).toBe(1)
    await adjust(tea, -8)
    expect((await find(id)).quantity).toBe(0)
    expect((await admin.get('/products?limit=1000')).body).toContainEqual(
      expect.objectContaining({ id, quantity: 0 }),
    )
  })

  it('on a page without its components shows the same', async () => {
    const tea = await product({ quantity: 9 })
    const id = await createBundle(part(tea, 2))
    let path = '/products?limit=1'
    for (let row: { id?: string; quantity?: number } = {}; row.id !== id; ) {
      const { body, headers } = await admin.get(path)
      row = body[0]
      if (row.id === id) expect(row.quantity).toBe(4)
      path = /<(.*)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
    }
  })

  it('is read with all its components, however many there are', async () => {
    const tea = await product({ quantity: 9 })
    const unknown = Array.from({ length: 100 }, () => part(randomUUID()))
    const record = { id: 'set', components: [...unknown, part(tea, 2)] } as never
    const [set] = await shownProducts([record])
    expect(set?.bundleCostCents).toBe(2 * productFields.costCents)
  })

  it('ignores the stock that is sent for it', async () => {
    const tea = await product({ quantity: 10 })
    const stock = { quantity: -1, minStockThreshold: 9, maxStockThreshold: 'x' }
    const input = { ...bundleFields(part(tea)), ...stock }
    const { status, body } = await admin.post('/products', input)
    expect(status).toBe(201)
    const shown = { quantity: 10, minStockThreshold: 0, maxStockThreshold: 0 }
    expect(await find(body.id)).toMatchObject(shown)
    expect((await change(body.id, { quantity: 3 })).status).toBe(200)
    expect(await find(body.id)).toMatchObject({ ...shown, name: 'Green tea' })
    expect(await adjust(body.id, 1)).toMatchObject({
      status: 400,
      body: 'Invalid or insufficient stock',
    })
    expect((await adjust(body.id, 0)).status).toBe(400)
    expect((await adjust(tea, 1)).status).toBe(200)
  })

  it('needs no stock in an update, which an ordinary product does', async () => {
    const tea = await product({ quantity: 10 })
    const id = await createBundle(part(tea))
    const { name, costCents, priceCents } = productFields
    const fields = { name: 'Tea set', costCents, priceCents }
    expect((await admin.put(`/products/${id}`, fields)).status).toBe(200)
    const wrong = { ...fields, quantity: 'x', minStockThreshold: 9, maxStockThreshold: 1 }
    expect((await admin.put(`/products/${id}`, wrong)).status).toBe(200)
    expect(await find(id)).toMatchObject({
      name: 'Tea set',
      quantity: 10,
      minStockThreshold: 0,
      bundleComponents: [part(tea)],
    })
    for (const body of [{ ...fields, name }, wrong]) {
      expect(await admin.put(`/products/${tea}`, body)).toMatchObject(invalid)
      expect(await admin.put(`/products/${randomUUID()}`, body)).toMatchObject(invalid)
    }
    const clearing = { ...fields, isBundle: false }
    expect(await admin.put(`/products/${id}`, clearing)).toMatchObject(invalid)
    expect((await find(id)).isBundle).toBe(true)
  })

  it('keeps its components unless others are sent, and is cleared by false', async () => {
    const [tea, cup] = [await product(), await product()]
    const id = await createBundle(part(tea))
    await change(id, {})
    await change(id, { isBundle: true })
    await change(id, { isBundle: null, bundleComponents: null })
    expect((await find(id)).bundleComponents).toEqual([part(tea)])
    await change(id, { bundleComponents: [part(tea, 2), part(cup)] })
    expect((await find(id)).bundleComponents).toEqual([part(tea, 2), part(cup)])
    expect(await change(id, { bundleComponents: [] })).toMatchObject(invalid)
    const whole = { ...(await find(id)), bundleComponents: [part(cup)] }
    expect((await admin.put(`/products/${id}`, whole)).status).toBe(200)
    expect((await find(id)).bundleComponents).toEqual([part(cup)])
    expect((await remove(tea)).status).toBe(204)
    await change(id, { isBundle: false, bundleComponents: [part(cup)], quantity: 6 })
    expect(await find(id)).toMatchObject({
      isBundle: false,
      bundleComponents: [],
      bundleCostCents: 0,
      quantity: 6,
    })
    expect((await adjust(id, -1)).status).toBe(200)
    expect((await remove(cup)).status).toBe(204)
  })

  it('is refused unless its components are existing products that are not bundles', async () => {
    const tea = await product()
    const other = await createBundle(part(tea))
    const deleted = await product()
    await remove(deleted)
    const many = await Promise.all(Array.from({ length: 21 }, () => product()))
    const before = (await admin.get('/products')).body
    for (const bundleComponents of [
      undefined,
      null,
      [],
      [part(other)],
      [part(deleted)],
      [part(tea), part(deleted)],
      [part(randomUUID())],
      [part('tea')],
      [part(tea), part(tea)],
      [part(tea, 0)],
      [part(tea, 1.5)],
      [part(tea, 2 ** 53)],
      [{ componentId: tea }],
      [tea],
      'tea',
      many.map((id) => part(id)),
    ]) {
      const fields = { isBundle: true, bundleComponents }
      expect(
        await admin.post('/products', { ...productFields, ...fields }),
      ).toMatchObject(invalid)
      expect(await change(tea, fields)).toMatchObject(invalid)
    }
    expect(await change(tea, bundleFields(part(tea)))).toMatchObject(invalid)
    expect(
      await admin.post('/products', { ...productFields, isBundle: 'yes' }),
    ).toMatchObject(invalid)
    expect((await admin.get('/products')).body).toEqual(before)
    await createBundle(...many.slice(1).map((id) => part(id)))
  })
})

describe('a component', () => {
  it('cannot be deleted while bundles name it', async () => {
    const [tea, cup] = [await product(), await product()]
    const [b, a] = [
      await createBundle(part(tea)),
      await createBundle(part(tea), part(cup)),
    ]
    await change(b, { name: 'Breakfast' })
    await change(a, { name: 'Afternoon' })
    const names = (...of: string[]) => ({
      status: 409,
      body: { message: `Product is a component of bundles: ${of.join(', ')}` },
    })
    expect(await remove(tea)).toMatchObject(names('Afternoon', 'Breakfast'))
    expect(await remove(cup)).toMatchObject(names('Afternoon'))
    expect((await find(tea)).id).toBe(tea)
    expect((await remove(a)).status).toBe(204)
    expect((await remove(cup)).status).toBe(204)
    expect(await remove(tea)).toMatchObject(names('Breakfast'))
    await change(b, { isBundle: false })
    expect((await remove(tea)).status).toBe(204)
  })

  it('cannot become a bundle while bundles name it', async () => {
    const [tea, cup] = [await product(), await product()]
    const id = await createBundle(part(tea))
    expect(await change(tea, bundleFields(part(cup)))).toMatchObject(invalid)
    expect((await change(tea, { name: 'Black tea' })).status).toBe(200)
    await remove(id)
    expect((await change(tea, bundleFields(part(cup)))).status).toBe(200)
  })
})
