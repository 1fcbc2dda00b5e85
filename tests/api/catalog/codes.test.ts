import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uniqueGuard } from '../../../shared/platform/dynamodb/keys.ts'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { update } from '../../../shared/platform/dynamodb/write.ts'
import type { Client } from '../../support/client.ts'
import { createProduct, requiredProductFields } from '../../support/products.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { createVariant } from '../../support/variants.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const inUse = { status: 409, body: { message: 'SKU already exists' } }
const notFound = { status: 404, body: 'Product not found' }

const product = (fields: object = {}) => createProduct(admin, fields)
const byCode = (code: string) =>
  admin.get(`/products/by-code/${encodeURIComponent(code)}`)
const change = (id: string, fields: object) =>
  admin.put(`/products/${id}`, { ...requiredProductFields, ...fields })
const codes = (count: number) => Array.from({ length: count }, () => randomUUID())

it('a product is found by its SKU, its barcodes and those of its variants', async () => {
  const [sku, own, other, third] = codes(4) as [string, string, string, string]
  const id = await product({ SKU: sku, barcodes: [own, own] })
  const variantId = await createVariant(admin, id, { SKU: other, barcodes: [third] })
  const shown = (await admin.get(`/products/${id}`)).body
  expect(shown.barcodes).toEqual([own])
  for (const [code, found] of [
    [sku, id],
    [own, id],
    [other, variantId],
    [third, variantId],
  ] as const) {
    expect(await byCode(code)).toMatchObject({
      status: 200,
      body: { ...shown, variantId: found },
    })
    // The second time it is remembered
    expect((await byCode(code)).body.variantId).toBe(found)
  }
  expect(await byCode(randomUUID())).toMatchObject(notFound)
})

it.each(['a/b', 'ab c', '50%', 'é€', 'x?y#z', '{}"'])(
  'a code with %s in it is found',
  async (text) => {
    const code = `${text}${randomUUID()}`
    const id = await product({ SKU: code })
    expect(await byCode(code)).toMatchObject({ status: 200, body: { id, variantId: id } })
  },
)

it('a code that is the name of a list is found', async () => {
  const id = await product({ SKU: 'variants', barcodes: ['options'] })
  expect((await byCode('variants')).body.id).toBe(id)
  expect((await byCode('options')).body.id).toBe(id)
})

it('codes that moved or were given up lead to where they are now', async () => {
  const [sku, code] = codes(2) as [string, string]
  const first = await product({ SKU: sku, barcodes: [code] })
  await byCode(code)
  await byCode(sku)
  await change(first, { SKU: null, barcodes: [] })
  expect(await byCode(code)).toMatchObject(notFound)
  const second = await product({ SKU: code, barcodes: [sku] })
  expect((await byCode(code)).body.id).toBe(second)
  expect((await byCode(sku)).body.id).toBe(second)
  expect((await admin.del(`/products/${second}`)).status).toBe(204)
  expect(await byCode(code)).toMatchObject(notFound)
})

it('SKUs and barcodes are unique over products and variants', async () => {
  const [sku, code, third] = codes(3) as [string, string, string]
  const id = await product({ SKU: sku, barcodes: [code] })
  const variantId = await createVariant(admin, id, { SKU: third })
  const other = await product()
  const before = (await admin.get('/products')).body
  for (const fields of [
    { SKU: sku },
    { SKU: code },
    { barcodes: [sku] },
    { barcodes: [randomUUID(), code] },
    { barcodes: [third] },
  ]) {
    expect(
      await admin.post('/products', { ...requiredProductFields, ...fields }),
    ).toMatchObject(inUse)
    expect(await change(other, fields)).toMatchObject(inUse)
    for (const [productId, at] of [
      [other, other],
      [id, variantId],
    ] as const) {
      if ('barcodes' in fields && fields.barcodes.includes(third) && at === variantId)
        continue
      const path = `/products/${productId}/variants`
      expect(await admin.put(`${path}/${at}`, fields)).toMatchObject(inUse)
      expect(await admin.post(path, { priceCents: 1, ...fields })).toMatchObject(inUse)
    }
  }
  expect((await admin.get('/products')).body).toEqual(before)
  await change(id, { barcodes: null })
  expect((await byCode(code)).body.id).toBe(id)
  await change(id, { SKU: code, barcodes: [sku] })
  expect((await byCode(sku)).body).toMatchObject({ id, SKU: code, barcodes: [sku] })
})

it('a product with more codes than a transaction frees is deleted, and they are free', async () => {
  const sku = randomUUID()
  const id = await product({ SKU: sku })
  const all = [sku]
  for (let at = 0; at < 12; at += 1) {
    const barcodes = codes(10)
    await createVariant(admin, id, { barcodes })
    all.push(...barcodes)
  }
  expect((await admin.del(`/products/${id}`)).status).toBe(204)
  const left = await Promise.all(all.map((code) => read(uniqueGuard('SKU', code))))
  expect(left.filter(Boolean).length).toBeGreaterThan(0)
  for (const code of all.slice(-3)) expect(await byCode(code)).toMatchObject(notFound)
  const barcodes = all.slice(-10)
  const next = await product({ SKU: sku, barcodes })
  for (const code of [sku, ...barcodes]) expect((await byCode(code)).body.id).toBe(next)
  const other = await product()
  expect((await change(other, { barcodes: all.slice(-20, -10) })).status).toBe(200)
  const variant = { priceCents: 1, barcodes: all.slice(-30, -20) }
  expect((await admin.post(`/products/${other}/variants`, variant)).status).toBe(201)
  expect(
    await admin.post(`/products/${other}/variants`, {
      priceCents: 1,
      barcodes: [all.at(-31), sku],
    }),
  ).toMatchObject(inUse)
})

it('a product of version 0.2, whose guard does not name it, is found by its SKU', async () => {
  const sku = randomUUID()
  const id = await product({ SKU: sku })
  await transact([update(uniqueGuard('SKU', sku), { remove: ['productId'] })])
  expect((await byCode(sku)).body).toMatchObject({ id, variantId: id })
  expect(
    await admin.post('/products', { ...requiredProductFields, SKU: sku }),
  ).toMatchObject(inUse)
  await admin.del(`/products/${id}`)
  await product({ SKU: sku })
})
