import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../../infra/operate/migrations/all.ts'
import { migrate } from '../../../infra/operate/migrations/run.ts'
import { findProduct, productKey } from '../../../shared/catalog/products.ts'
import { uniqueGuard } from '../../../shared/platform/dynamodb/keys.ts'
import { schemaKey } from '../../../shared/platform/dynamodb/schema-version.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { deleteIfPresent, put, update } from '../../../shared/platform/dynamodb/write.ts'
import { newArticleNumber, spelled } from '../../support/article-numbers.ts'
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

const product = (fields: object = {}) => createProduct(admin, fields)
const byCode = (code: string) =>
  admin.get(`/products/by-code/${encodeURIComponent(code)}`)
const post = (fields: object) =>
  admin.post('/products', { ...requiredProductFields, ...fields })
const change = (id: string, fields: object) =>
  admin.put(`/products/${id}`, { ...requiredProductFields, ...fields })
const takenBy = (productId: string) => ({
  status: 409,
  body: { message: 'SKU already exists', productId },
})

describe('an article number', () => {
  it('is found in every spelling, by whichever it was stored', async () => {
    for (const stored of [0, 1, 2]) {
      const spellings = spelled(newArticleNumber())
      const id = await product({ barcodes: [spellings[stored]] })
      for (const code of [...spellings, ...spellings]) {
        expect(await byCode(code)).toMatchObject({
          status: 200,
          body: { id, variantId: id, barcodes: [spellings[stored]] },
        })
        expect((await byCode(code)).body).not.toHaveProperty('others')
      }
    }
    const id = await product({ barcodes: ['04252614'] })
    expect((await byCode('0042100005264')).body.id).toBe(id)
    const short = await product({ barcodes: ['012345000065'] })
    expect((await byCode('01234565')).body.id).toBe(short)
    const [upc = '', ean = ''] = spelled(newArticleNumber())
    const shirt = await product()
    const variantId = await createVariant(admin, shirt, { barcodes: [ean] })
    expect((await byCode(upc)).body).toMatchObject({ id: shirt, variantId })
  })

  it('is found in what GS1 codes say, with the rest of it', async () => {
    const [, , number = ''] = spelled(newArticleNumber())
    const id = await product({ barcodes: [number], quantity: 3 })
    expect((await byCode(`]C101${number}17270100\u001d10A7`)).body).toMatchObject({
      id,
      quantity: 3,
      expiresOn: '2027-01-31',
      batch: 'A7',
    })
    expect((await byCode(`(01)${number}(30)12(3922)450`)).body).toMatchObject({
      id,
      quantity: 12,
      priceCents: 450,
    })
    expect((await byCode(`https://id.gs1.org/01/${number}`)).body.id).toBe(id)
  })

  it('belongs to one product or variant, which the refusal names', async () => {
    const [upc = '', ean = '', gtin = ''] = spelled(newArticleNumber())
    const id = await product({ name: 'Cereal', barcodes: [upc] })
    const other = await product()
    const variantId = await createVariant(admin, other)
    const before = (await admin.get('/products')).body
    for (const code of [upc, ean, gtin]) {
      const fields = { barcodes: ['x', code] }
      const path = `/products/${other}/variants`
      for (const answer of [
        await post(fields),
        await change(other, fields),
        await admin.post(path, { priceCents: 1, ...fields }),
        await admin.put(`${path}/${variantId}`, fields),
        await admin.post(`/products/${id}/variants`, { priceCents: 1, ...fields }),
      ]) {
        expect(answer).toMatchObject(takenBy(id))
        expect(answer.body.productName).toBe('Cereal')
      }
    }
    expect((await admin.get('/products')).body).toEqual(before)
  })

  it('may stand in two spellings on one product, and changes its spelling', async () => {
    const [upc = '', ean = '', gtin = ''] = spelled(newArticleNumber())
    const id = await product({ barcodes: [upc, ean] })
    for (const barcodes of [[ean, upc], [ean], [gtin, ean], [gtin], [upc]]) {
      expect((await change(id, { barcodes })).status).toBe(200)
      for (const code of [upc, ean, gtin]) expect((await byCode(code)).body.id).toBe(id)
      expect(await post({ barcodes: [ean] })).toMatchObject(takenBy(id))
    }
  })

  it('is free once its product gives it up or is deleted', async () => {
    const [upc = '', ean = '', gtin = ''] = spelled(newArticleNumber())
    const first = await product({ barcodes: [upc] })
    await change(first, { barcodes: [] })
    const second = await product({ barcodes: [ean] })
    expect(await change(first, { barcodes: [upc] })).toMatchObject(takenBy(second))
    await admin.del(`/products/${second}`)
    const variantId = await createVariant(admin, first, { barcodes: [gtin] })
    await admin.del(`/products/${first}/variants/${variantId}`)
    expect((await byCode(upc)).status).toBe(404)
    expect((await change(first, { barcodes: [upc] })).status).toBe(200)
  })

  it('does not make SKUs one: they are compared as they are written', async () => {
    const [upc = '', ean = ''] = spelled(newArticleNumber())
    const id = await product({ SKU: upc })
    expect((await byCode(ean)).status).toBe(404)
    const other = await product({ barcodes: [ean] })
    // Both are meant, perhaps
    expect((await byCode(upc)).body).toMatchObject({
      id,
      others: [{ productId: other, variantId: other }],
    })
    expect((await byCode(ean)).body).toMatchObject({ id: other })
    expect(await post({ barcodes: [upc] })).toMatchObject(takenBy(id))
  })

  it('stays free of codes that are no such number', async () => {
    const [upc = ''] = spelled(newArticleNumber())
    const wrong = `${upc.slice(0, -1)}${(Number(upc.at(-1)) + 1) % 10}`
    await product({ barcodes: [wrong] })
    expect((await post({ barcodes: [`0${wrong}`] })).status).toBe(201)
  })
})

describe('products of version 0.3', () => {
  /** Stores codes as that release did: each guarded in its own spelling. */
  async function older(barcodes: readonly string[], fields: object = {}) {
    const id = await product(fields)
    await transact([
      update(productKey(id), { set: { barcodes }, add: { version: 1 } }),
      ...barcodes.map((code) => put({ ...uniqueGuard('SKU', code), productId: id })),
    ])
    return id
  }
  const migrateAgain = async () => {
    await transact([put({ ...schemaKey, version: 6 })])
    await migrate(migrations, { report: () => {} })
  }

  it('share a number: a scan says both, and nothing else gets it while one has it', async () => {
    const [upc = '', ean = '', gtin = ''] = spelled(newArticleNumber())
    const [first, second] = [await older([upc]), await older([ean])]
    const shared = async () => {
      for (const [code, id, other] of [
        [upc, first, second],
        [ean, second, first],
      ] as const) {
        expect((await byCode(code)).body).toMatchObject({
          id,
          others: [{ productId: other, variantId: other }],
        })
      }
      expect((await byCode(gtin)).body.others).toHaveLength(1)
    }
    await shared()
    await migrateAgain()
    await migrateAgain()
    await shared()
    // Changes of one that keep the number, and of nothing
    expect((await change(second, { barcodes: [ean] })).status).toBe(200)
    expect(await post({ barcodes: [gtin] })).toMatchObject({ status: 409 })
    await admin.del(`/products/${first}`)
    expect((await byCode(upc)).body.id).toBe(second)
    expect((await byCode(upc)).body).not.toHaveProperty('others')
    expect(await post({ barcodes: [gtin] })).toMatchObject(takenBy(second))
    expect((await change(second, { barcodes: [] })).status).toBe(200)
    expect((await post({ barcodes: [gtin] })).status).toBe(201)
  })

  it('own their numbers once they are migrated, however many', async () => {
    const id = await product()
    const numbers = Array.from({ length: 150 }, newArticleNumber)
    for (let at = 0; at < 15; at += 1) {
      const barcodes = numbers.slice(at * 10, at * 10 + 10).map((each) => each.slice(1))
      await createVariant(admin, id, { barcodes })
    }
    await transact(
      numbers.slice(0, 75).map((each) => deleteIfPresent(uniqueGuard('GTIN', each))),
    )
    await transact(
      numbers.slice(75).map((each) => deleteIfPresent(uniqueGuard('GTIN', each))),
    )
    await migrateAgain()
    for (const number of [numbers[0], numbers[98], numbers[99], numbers[149]]) {
      expect(await post({ barcodes: [number] })).toMatchObject(takenBy(id))
    }
  })

  it('free their numbers where that release deleted them or took the number away', async () => {
    const [upc = '', ean = '', gtin = ''] = spelled(newArticleNumber())
    const kept = await product({ barcodes: [upc] })
    await transact([
      update(productKey(kept), { remove: ['barcodes'], add: { version: 1 } }),
      deleteIfPresent(uniqueGuard('SKU', upc)),
    ])
    const deleted = await product({ barcodes: [ean] })
    expect(await findProduct(kept)).not.toHaveProperty('barcodes')
    await transact([
      deleteIfPresent(productKey(deleted)),
      deleteIfPresent(uniqueGuard('SKU', ean)),
    ])
    expect((await change(kept, { barcodes: [gtin] })).status).toBe(200)
    expect(await post({ barcodes: [upc] })).toMatchObject(takenBy(kept))
  })
})
