import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../../support/client.ts'
import {
  bundleFields,
  createProduct,
  part,
  requiredProductFields,
} from '../../support/products.ts'
import { scaled } from '../../support/scale.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { createOption, createVariant } from '../../support/variants.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const invalid = { status: 400, body: { message: 'Invalid variant data' } }
const invalidProduct = { status: 400, body: { message: 'Invalid product data' } }
const unknownVariant = {
  status: 404,
  body: { message: 'Variant not found or invalid data' },
}

const product = (fields: object = {}) => createProduct(admin, fields)
const variant = (id: string, fields: object = {}) => createVariant(admin, id, fields)
const find = async (id: string) => (await admin.get(`/products/${id}`)).body
const variantsOf = async (id: string) =>
  (await admin.get(`/products/${id}/variants`)).body
const variantPath = (id: string, variantId: string) =>
  `/products/${id}/variants/${variantId}`
const change = (id: string, variantId: string, fields: object): Promise<Answer> =>
  admin.put(variantPath(id, variantId), fields)
const changeProduct = (id: string, fields: object): Promise<Answer> =>
  admin.put(`/products/${id}`, { ...requiredProductFields, ...fields })
const adjust = (...deltas: object[]) => admin.post('/products/stock', deltas)

/** A shirt in two sizes: small, its default variant, and large. */
async function shirt() {
  const id = await product({ name: 'Shirt', priceCents: 1000, quantity: 4 })
  const size = await createOption(admin, id, 'Size', 'S', 'L')
  const [small, large] = [size.values.S ?? '', size.values.L ?? '']
  expect((await change(id, id, { optionValueIds: [small] })).status).toBe(200)
  const fields = { priceCents: 1500, quantity: 6, optionValueIds: [large] }
  return { id, size, small, large, largeId: await variant(id, fields) }
}

describe('a plain product', () => {
  it('has its default variant alone', async () => {
    const id = await product({ SKU: randomUUID(), barcodes: ['4001234'] })
    const { SKU, priceCents, costCents, quantity } = await find(id)
    expect(await variantsOf(id)).toEqual([
      {
        id,
        productId: id,
        SKU,
        barcodes: ['4001234'],
        priceCents,
        costCents,
        quantity,
        isActive: true,
        imageUrl: null,
        optionValueIds: [],
      },
    ])
    expect((await admin.get(`/products/${id}/options`)).body).toEqual([])
    expect(await find(id)).toMatchObject({
      hasVariants: false,
      options: [],
      variants: await variantsOf(id),
    })
    const { body: all } = await admin.get('/products')
    expect(all.find((each: { id: string }) => each.id === id).variants).toEqual([])
  })

  it('keeps price and stock when a client edits it by its first variant', async () => {
    const id = await product({ priceCents: 250, quantity: 10 })
    const edited = await find(id)
    const [{ priceCents = 0, quantity = 0, SKU }] = edited.variants
    const whole = { ...edited, name: 'Renamed', hasVariants: true, priceCents, quantity }
    expect((await admin.put(`/products/${id}`, whole)).status).toBe(200)
    await change(id, id, { SKU, priceCents, quantity })
    const kept = { hasVariants: false, priceCents: 250, maxPriceCents: 250, quantity: 10 }
    expect(await find(id)).toMatchObject({ name: 'Renamed', ...kept })
    const { priceCents: _price, ...withoutPrice } = whole
    expect((await admin.put(`/products/${id}`, withoutPrice)).status).toBe(400)
    expect(await find(id)).toMatchObject(kept)
  })

  it('changes with its default variant', async () => {
    const id = await product()
    const fields = { SKU: randomUUID(), priceCents: 7, costCents: 3, quantity: 2 }
    expect(await change(id, id, fields)).toMatchObject({
      status: 200,
      body: { id, message: 'Variant updated successfully' },
    })
    expect(await find(id)).toMatchObject({
      ...fields,
      maxPriceCents: 7,
      hasVariants: false,
      name: 'Green tea',
    })
    await change(id, id, { SKU: null })
    expect(await find(id)).toMatchObject({ ...fields, SKU: null })
  })

  it('keeps its only variant', async () => {
    const id = await product()
    expect(await admin.del(variantPath(id, id))).toMatchObject(invalid)
    expect((await variantsOf(id)).length).toBe(1)
  })
})

describe('a product that was created for variants', () => {
  const create = async (fields: object) => {
    const input = { name: 'Shirt', hasVariants: true, ...fields }
    const { status, body } = await admin.post('/products', input)
    expect(status).toBe(201)
    return body.id as string
  }

  it('sells once its default variant or another one is priced', async () => {
    const id = await create({})
    expect(await find(id)).toMatchObject({
      hasVariants: true,
      quantity: 0,
      variants: [{ id, isActive: false, quantity: 0 }],
    })
    await change(id, id, { quantity: 3 })
    expect(await find(id)).toMatchObject({ variants: [{ isActive: false }] })
    await change(id, id, { priceCents: 900 })
    expect(await find(id)).toMatchObject({
      hasVariants: true,
      priceCents: 900,
      quantity: 3,
      variants: [{ id, isActive: true }],
    })
    await change(id, id, { isActive: false })
    await change(id, id, { priceCents: 800 })
    expect(await find(id)).toMatchObject({ variants: [{ isActive: false }] })
  })

  it('keeps its variants when neither price nor quantity is sent', async () => {
    const id = await create({ priceCents: 500, quantity: 2 })
    const priced = { hasVariants: true, priceCents: 500, quantity: 2 }
    expect(await find(id)).toMatchObject({ ...priced, variants: [{ isActive: true }] })
    const variantId = await createVariant(admin, id, { priceCents: 700, quantity: 4 })
    expect((await admin.put(`/products/${id}`, { name: 'Blouse' })).status).toBe(200)
    expect(await find(id)).toMatchObject({
      name: 'Blouse',
      hasVariants: true,
      priceCents: 500,
      maxPriceCents: 700,
      quantity: 6,
      variants: [
        { id, quantity: 2 },
        { id: variantId, quantity: 4 },
      ],
    })
  })

  it('has a price where it is no such product, or a bundle', async () => {
    for (const fields of [
      { hasVariants: false },
      { isBundle: true },
      { priceCents: -1 },
    ]) {
      const input = { name: 'Shirt', quantity: 1, hasVariants: true, ...fields }
      expect((await admin.post('/products', input)).status).toBe(400)
    }
  })

  it('names none by a variant of null', async () => {
    const id = await product({ quantity: 5 })
    const stock = [{ productId: id, variantId: null, quantity: 1 }]
    expect((await admin.post('/products/stock', stock)).status).toBe(200)
    const bundleComponents = [{ componentId: id, variantId: null, quantity: 2 }]
    const set = { name: 'Set', priceCents: 900, isBundle: true, bundleComponents }
    const { status, body } = await admin.post('/products', set)
    expect(status).toBe(201)
    expect(await find(body.id)).toMatchObject({
      quantity: 3,
      bundleComponents: [{ componentId: id, quantity: 2 }],
    })
  })
})

describe('a product with variants', () => {
  it('has the prices and the quantity of its active ones', async () => {
    const { id, largeId, size, small, large } = await shirt()
    const shown = await find(id)
    expect(shown).toMatchObject({
      hasVariants: true,
      priceCents: 1000,
      maxPriceCents: 1500,
      quantity: 10,
      options: [
        {
          id: size.id,
          productId: id,
          name: 'Size',
          displayOrder: 0,
          values: [
            { id: small, optionTypeId: size.id, value: 'S', displayOrder: 0 },
            { id: large, optionTypeId: size.id, value: 'L', displayOrder: 1 },
          ],
        },
      ],
      variants: [
        { id, optionValueIds: [small] },
        { id: largeId, quantity: 6, optionValueIds: [large] },
      ],
    })
    expect(await variantsOf(id)).toEqual(shown.variants)
    expect((await admin.get('/products')).body).toContainEqual(shown)
    await change(id, id, { isActive: false })
    expect(await find(id)).toMatchObject({ priceCents: 1500, quantity: 6 })
    await change(id, largeId, { isActive: false })
    expect(await find(id)).toMatchObject({ priceCents: 1000, quantity: 0 })
  })

  it('ignores prices, quantities and variants in a change of the product', async () => {
    const { id, largeId } = await shirt()
    const before = await find(id)
    for (const fields of [
      before,
      {
        ...before,
        priceCents: 1,
        quantity: 1,
        options: [],
        variants: [{}],
        hasVariants: 0,
      },
      { quantity: 'x', options: 7 },
      { quantity: undefined },
    ]) {
      const { status } = await changeProduct(id, { ...fields, name: 'Shirt' })
      expect(status).toBe(200)
    }
    const { costCents, minStockThreshold, maxStockThreshold } = requiredProductFields
    expect(await find(id)).toEqual({
      ...before,
      version: before.version + 4,
      costCents,
      minStockThreshold,
      maxStockThreshold,
      variants: [{ ...before.variants[0], costCents }, before.variants[1]],
    })
    expect((await changeProduct(id, { SKU: randomUUID() })).status).toBe(200)
    const [first, second] = await variantsOf(id)
    expect(first.SKU).toBe((await find(id)).SKU)
    expect(second).toMatchObject({ id: largeId, SKU: null })
  })

  it('refuses what is wrong and keeps everything as it was', async () => {
    const { id, largeId, small, large, size } = await shirt()
    const other = await shirt()
    const colour = await createOption(admin, id, 'Colour', 'Blue')
    const before = await find(id)
    const wrong = [
      { priceCents: -1 },
      { priceCents: 1.5 },
      { quantity: -1 },
      { costCents: '1' },
      { isActive: 'yes' },
      { barcodes: ['ü'] },
      { barcodes: [''] },
      { barcodes: ['x'.repeat(65)] },
      { barcodes: Array.from({ length: 11 }, (_, at) => `code ${at}`) },
      { optionValueIds: [other.small] },
      { optionValueIds: [randomUUID()] },
      { optionValueIds: [small, large] },
      { optionValueIds: [small, small] },
      { optionValueIds: [small] },
    ]
    for (const fields of wrong) {
      expect(
        await admin.post(`/products/${id}/variants`, { priceCents: 1, ...fields }),
      ).toMatchObject(invalid)
      expect(await change(id, largeId, fields)).toMatchObject(invalid)
    }
    expect(await admin.post(`/products/${id}/variants`, {})).toMatchObject(invalid)
    for (const unknown of [randomUUID(), other.largeId, 'x']) {
      expect(await change(id, unknown, {})).toMatchObject(unknownVariant)
      expect(await admin.del(variantPath(id, unknown))).toMatchObject(unknownVariant)
    }
    expect(await change(randomUUID(), id, {})).toMatchObject(unknownVariant)
    const path = `/products/${id}/options`
    const texts = (...values: unknown[]) => values.map((value) => ({ value }))
    for (const body of [
      { name: 'Cut' },
      { name: ' ', values: [] },
      { name: 'Cut', values: texts('') },
      { name: 'Cut', values: texts('A', 'A') },
      { name: 'Cut', values: texts(1) },
      {
        name: 'Cut',
        values: Array.from({ length: 31 }, (_, at) => ({ value: `${at}` })),
      },
      { name: 'Cut', values: [], displayOrder: 'x' },
    ]) {
      expect(await admin.post(path, body)).toMatchObject(invalidProduct)
      expect(await admin.put(`${path}/${size.id}`, body)).toMatchObject(invalidProduct)
    }
    const noOption = { status: 404, body: { message: 'Option type not found' } }
    for (const unknown of [randomUUID(), other.size.id, 'x']) {
      const body = { name: 'Cut', values: [] }
      expect(await admin.put(`${path}/${unknown}`, body)).toMatchObject(noOption)
      expect(await admin.del(`${path}/${unknown}`)).toMatchObject(noOption)
    }
    expect(await find(id)).toEqual(before)
    expect(colour.id).toBe(before.options[1].id)
    const notFound = { status: 404, body: 'Product not found' }
    const unknown = `/products/${randomUUID()}`
    expect(await admin.get(`${unknown}/variants`)).toMatchObject(notFound)
    expect(await admin.get(`${unknown}/options`)).toMatchObject(notFound)
    expect(await admin.post(`${unknown}/variants`, { priceCents: 1 })).toMatchObject(
      notFound,
    )
    expect(
      await admin.post(`${unknown}/options`, { name: 'Cut', values: [] }),
    ).toMatchObject(notFound)
  })

  it('may have several variants without values', async () => {
    const id = await product()
    await variant(id)
    await variant(id)
    expect((await find(id)).variants.length).toBe(3)
  })

  it('sells no units of a variant that is deleted', async () => {
    const { id, largeId, large } = await shirt()
    const sku = randomUUID()
    await change(id, largeId, { SKU: sku, barcodes: ['L-1'] })
    expect((await admin.del(variantPath(id, largeId))).status).toBe(204)
    expect(await find(id)).toMatchObject({ quantity: 4, maxPriceCents: 1000 })
    expect(
      (await adjust({ productId: id, variantId: largeId, quantity: 1 })).status,
    ).toBe(400)
    const again = { SKU: sku, barcodes: ['L-1'], optionValueIds: [large] }
    const next = await variant(id, again)
    expect((await variantsOf(id))[1]).toMatchObject({ ...again, id: next, quantity: 0 })
  })

  it('is left with what its last variant has when the default one is deleted', async () => {
    const sku = randomUUID()
    const id = await product({ SKU: sku, quantity: 9 })
    const other = await variant(id, { priceCents: 70, quantity: 3, SKU: randomUUID() })
    expect((await admin.del(variantPath(id, id))).status).toBe(204)
    const [only] = await variantsOf(id)
    expect(only.id).toBe(other)
    expect(await find(id)).toMatchObject({
      hasVariants: false,
      variants: await variantsOf(id),
      SKU: only.SKU,
      priceCents: 70,
      maxPriceCents: 70,
      quantity: 3,
    })
    expect(await admin.del(variantPath(id, other))).toMatchObject(invalid)
    expect((await product({ SKU: sku })).length).toBeGreaterThan(0)
    expect((await adjust({ productId: id, quantity: -1 })).status).toBe(200)
    const fields = { SKU: randomUUID(), priceCents: 80, quantity: 5, barcodes: ['only'] }
    expect((await changeProduct(id, fields)).status).toBe(200)
    expect(await find(id)).toMatchObject(fields)
    expect(await variantsOf(id)).toMatchObject([{ id: other, ...fields }])
    const more = await variant(id)
    expect((await changeProduct(id, { SKU: randomUUID() })).status).toBe(200)
    expect(await find(id)).toMatchObject({ SKU: null, barcodes: [] })
    expect((await admin.del(variantPath(id, more))).status).toBe(204)
    expect(await find(id)).toMatchObject(fields)
    expect((await admin.del(`/products/${id}`)).status).toBe(204)
    await product({ SKU: fields.SKU, barcodes: ['only'] })
  })

  it('holds 100 variants, 5 options and 64 KB', async () => {
    const id = await product()
    for (const name of ['A', 'B', 'C', 'D', 'E']) await createOption(admin, id, name, '1')
    const sixth = { name: 'F', values: [] }
    expect(await admin.post(`/products/${id}/options`, sixth)).toMatchObject(
      invalidProduct,
    )
    for (let at = 1; at < 100; at += 1) await variant(id)
    expect(await admin.post(`/products/${id}/variants`, { priceCents: 1 })).toMatchObject(
      invalidProduct,
    )
    const variants = await variantsOf(id)
    expect(variants.length).toBe(100)
    const deltas = variants.map(({ id: variantId }: { id: string }) => ({
      productId: id,
      variantId,
      quantity: 2,
    }))
    expect((await adjust(...deltas)).status).toBe(200)
    expect((await find(id)).quantity).toBe(210)
    const imageUrl = `/${'x'.repeat(30_000)}`
    expect((await change(id, variants[1].id, { imageUrl })).status).toBe(200)
    expect(await change(id, variants[2].id, { imageUrl })).toMatchObject(invalidProduct)
    expect((await change(id, variants[1].id, { imageUrl: null })).status).toBe(200)
    expect((await change(id, variants[2].id, { imageUrl })).status).toBe(200)
  })
})

describe('options', () => {
  it('keep the ids of values that stay, and take the others from variants', async () => {
    const { id, largeId, size, small, large } = await shirt()
    const path = `/products/${id}/options/${size.id}`
    const values = [{ value: 'XL' }, { value: 'L', displayOrder: -1 }]
    expect(await admin.put(path, { name: 'Fit', values })).toMatchObject({
      status: 200,
      body: { id: size.id, message: 'Option type updated successfully' },
    })
    const [option] = (await admin.get(`/products/${id}/options`)).body
    expect(option).toMatchObject({
      name: 'Fit',
      values: [{ id: large, value: 'L' }, { value: 'XL' }],
    })
    expect(option.values[1].id).not.toBe(small)
    expect(await variantsOf(id)).toMatchObject([
      { id, optionValueIds: [] },
      { id: largeId, optionValueIds: [large] },
    ])
    expect((await admin.del(path)).status).toBe(204)
    expect(await variantsOf(id)).toMatchObject([
      { optionValueIds: [] },
      { optionValueIds: [] },
    ])
    expect(await find(id)).toMatchObject({ options: [], hasVariants: true })
  })

  it('stay when two variants would have the same values without them', async () => {
    const { id, largeId, size, small, large } = await shirt()
    const colour = await createOption(admin, id, 'Colour', 'Blue')
    const blue = colour.values.Blue ?? ''
    await change(id, id, { optionValueIds: [small, blue] })
    await change(id, largeId, { optionValueIds: [large, blue] })
    const before = await find(id)
    const path = `/products/${id}/options/${size.id}`
    expect(await admin.del(path)).toMatchObject(invalidProduct)
    expect(await admin.put(path, { name: 'Size', values: [] })).toMatchObject(
      invalidProduct,
    )
    expect(await find(id)).toEqual(before)
    expect((await admin.del(`/products/${id}/options/${colour.id}`)).status).toBe(204)
  })

  it('are shown by their order', async () => {
    const id = await product()
    await createOption(admin, id, 'Size')
    const path = `/products/${id}/options`
    await admin.post(path, { name: 'Colour', displayOrder: -5, values: [] })
    await createOption(admin, id, 'Cut')
    const names = async () =>
      (await admin.get(path)).body.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual(['Colour', 'Size', 'Cut'])
    expect(await find(id)).toMatchObject({ hasVariants: true, variants: [{ id }] })
  })
})

describe('bundles', () => {
  it('name variants, which stay while they do', async () => {
    const { id, largeId } = await shirt()
    const bundle = await createProduct(
      admin,
      bundleFields(
        { ...part(id, 2), variantId: largeId },
        { ...part(id), variantId: id },
      ),
    )
    expect(await find(bundle)).toMatchObject({
      quantity: 3,
      bundleComponents: [{ componentId: id, variantId: largeId, quantity: 2 }, part(id)],
    })
    const named = {
      status: 409,
      body: { message: 'Product is a component of bundles: Set' },
    }
    expect(await admin.del(variantPath(id, largeId))).toMatchObject(named)
    expect(await admin.del(variantPath(id, id))).toMatchObject(named)
    const free = await variant(id)
    expect((await admin.del(variantPath(id, free))).status).toBe(204)
    const echoed = await find(bundle)
    expect((await admin.put(`/products/${bundle}`, echoed)).status).toBe(200)
    const { version, ...same } = echoed
    expect(await find(bundle)).toEqual({ ...same, version: version + 1 })
    const onlyLarge = [{ ...part(id), variantId: largeId }]
    await admin.put(`/products/${bundle}`, { ...echoed, bundleComponents: onlyLarge })
    expect((await admin.del(variantPath(id, id))).status).toBe(204)
    expect(await admin.del(`/products/${id}`)).toMatchObject(named)
    expect((await admin.del(`/products/${bundle}`)).status).toBe(204)
    expect((await admin.del(`/products/${id}`)).status).toBe(204)
  })

  it('are refused with an unknown variant, one twice, or none where there are several', async () => {
    const { id, largeId } = await shirt()
    const other = await shirt()
    const naming = (...variantIds: (string | undefined)[]) =>
      bundleFields(...variantIds.map((variantId) => ({ ...part(id), variantId })))
    for (const fields of [
      naming(undefined),
      naming(other.largeId),
      naming(randomUUID()),
      naming(largeId, largeId),
    ]) {
      expect(
        await admin.post('/products', { ...requiredProductFields, ...fields }),
      ).toMatchObject(invalidProduct)
    }
    await change(id, id, { isActive: false })
    const bundle = await createProduct(admin, naming(undefined))
    expect((await find(bundle)).bundleComponents).toMatchObject([{ variantId: largeId }])
  })

  it('have no options or variants', async () => {
    const tea = await product()
    const bundle = await createProduct(admin, bundleFields(part(tea, 2)))
    const option = { name: 'Size', values: [] }
    expect(
      await admin.post(`/products/${bundle}/variants`, { priceCents: 1 }),
    ).toMatchObject(invalid)
    expect(await admin.post(`/products/${bundle}/options`, option)).toMatchObject(
      invalidProduct,
    )
    expect(await change(bundle, bundle, { priceCents: 1 })).toMatchObject(invalid)
    expect(await variantsOf(bundle)).toMatchObject([{ id: bundle, quantity: 5 }])
    const { id } = await shirt()
    expect(await changeProduct(id, bundleFields(part(tea)))).toMatchObject(invalidProduct)
    const only = await product()
    await variant(only)
    await admin.del(variantPath(only, only))
    expect(await changeProduct(only, bundleFields(part(tea)))).toMatchObject(
      invalidProduct,
    )
  })
})

describe('stock', () => {
  it('is adjusted by variant, and needs one where there are several', async () => {
    const { id, largeId } = await shirt()
    const none = await adjust({ productId: id, quantity: 1 })
    expect(none).toMatchObject({
      status: 400,
      body: { code: 'checkout_variant_required' },
    })
    for (const variantId of [randomUUID(), 'x']) {
      expect(await adjust({ productId: id, variantId, quantity: 1 })).toMatchObject({
        status: 400,
        body: 'Invalid or insufficient stock',
      })
    }
    expect(
      (
        await adjust(
          { productId: id, variantId: largeId, quantity: -4 },
          { productId: id, variantId: id, quantity: 3 },
          { productId: id, variantId: largeId, quantity: 1 },
        )
      ).status,
    ).toBe(200)
    expect(await variantsOf(id)).toMatchObject([{ quantity: 7 }, { quantity: 3 }])
    const entries = (await admin.get('/audit?kind=stock')).body
    expect(entries.at(-1).after.adjustments).toEqual([
      {
        productId: id,
        variantId: largeId,
        quantity: -3,
        name: 'Shirt (L)',
        before: 6,
        after: 3,
      },
      {
        productId: id,
        variantId: id,
        quantity: 3,
        name: 'Shirt (S)',
        before: 4,
        after: 7,
      },
    ])
  })

  it('of a variant is in the audit trail, and so is its price', async () => {
    const { id, largeId } = await shirt()
    await change(id, largeId, { quantity: 60, priceCents: 1600 })
    const entries = (await admin.get('/audit')).body.slice(-2)
    const subject = { subjectId: id, subjectName: 'Shirt (L)' }
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...subject,
          kind: 'stock',
          before: { quantity: 6 },
          after: { quantity: 60 },
        }),
        expect.objectContaining({
          ...subject,
          kind: 'price',
          before: { priceCents: 1500, costCents: 0 },
          after: { priceCents: 1600, costCents: 0 },
        }),
      ]),
    )
  })

  it('that is not counted is left alone, also in bundles', async () => {
    const water = await product({ trackStock: false, quantity: 1 })
    const tea = await product({ quantity: 8 })
    expect(await find(water)).toMatchObject({ trackStock: false, quantity: 1 })
    expect(
      (
        await adjust(
          { productId: water, quantity: -50 },
          { productId: tea, quantity: -1 },
        )
      ).status,
    ).toBe(200)
    expect((await adjust({ productId: water, quantity: -5 })).status).toBe(200)
    expect((await find(water)).quantity).toBe(1)
    const bundle = await createProduct(admin, bundleFields(part(water, 9), part(tea)))
    expect(await find(bundle)).toMatchObject({ quantity: 7, trackStock: true })
    const untracked = await createProduct(admin, bundleFields(part(water)))
    expect(await find(untracked)).toMatchObject({ quantity: 0, trackStock: false })
    await changeProduct(water, { quantity: 5 })
    expect(await find(water)).toMatchObject({ trackStock: false, quantity: 5 })
    await changeProduct(water, { trackStock: true, isAvailable: false })
    expect(await find(water)).toMatchObject({ trackStock: true, isAvailable: false })
    expect(await find(untracked)).toMatchObject({ quantity: 10, trackStock: true })
    await changeProduct(water, {})
    expect((await find(water)).isAvailable).toBe(false)
    await changeProduct(water, { isAvailable: true })
    expect((await find(water)).isAvailable).toBe(true)
  })
})

describe('any variants', () => {
  const anyVariant = fc.record({
    priceCents: fc.integer({ min: 0, max: 1000 }),
    quantity: fc.integer({ min: 0, max: 50 }),
    isActive: fc.boolean(),
  })

  it('give their product its prices and quantity, whatever is adjusted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyVariant, { minLength: 1, maxLength: 5 }),
        fc.array(fc.tuple(fc.nat(5), fc.integer({ min: -30, max: 30 })), {
          maxLength: 6,
        }),
        async (given, deltas) => {
          const own = { priceCents: 10, quantity: 5, isActive: true }
          const id = await product(own)
          const ids = [id]
          for (const each of given) ids.push(await variant(id, each))
          const expected = [own, ...given].map((each) => ({ ...each }))
          const sums = new Map<number, number>()
          for (const [at, quantity] of deltas) {
            sums.set(at % ids.length, (sums.get(at % ids.length) ?? 0) + quantity)
          }
          const fits = [...sums].every(
            ([at, sum]) =>
              expected[at]?.isActive && (expected[at]?.quantity ?? 0) + sum >= 0,
          )
          const { status } = await adjust(
            ...deltas.map(([at, quantity]) => ({
              productId: id,
              variantId: ids[at % ids.length],
              quantity,
            })),
          )
          expect(status).toBe(fits && deltas.length > 0 ? 200 : 400)
          if (fits) {
            for (const [at, sum] of sums) {
              const each = expected[at]
              if (each) each.quantity += sum
            }
          }
          const active = expected.filter(({ isActive }) => isActive)
          const prices = active.map(({ priceCents }) => priceCents)
          expect(await find(id)).toMatchObject({
            priceCents: Math.min(...prices),
            maxPriceCents: Math.max(...prices),
            quantity: active.reduce((sum, { quantity }) => sum + quantity, 0),
            variants: expected,
          })
        },
      ),
      { numRuns: scaled(15, 100) },
    )
  })
})
