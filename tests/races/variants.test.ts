import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gtinOf } from '../../shared/catalog/article-number.ts'
import { newArticleNumber, spelled } from '../support/article-numbers.ts'
import type { Answer, Client } from '../support/client.ts'
import {
  bundleFields,
  createProduct,
  part,
  requiredProductFields,
} from '../support/products.ts'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { createOption, createVariant } from '../support/variants.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

type Shown = { id: string; SKU: string | null; barcodes: string[]; quantity: number } & {
  optionValueIds: string[]
}

const product = (fields: object = {}) => createProduct(admin, fields)
const find = async (id: string) => (await admin.get(`/products/${id}`)).body
const variantsOf = async (id: string): Promise<Shown[]> =>
  (await admin.get(`/products/${id}/variants`)).body
const post = (id: string, fields: object): Promise<Answer> =>
  admin.post(`/products/${id}/variants`, { priceCents: 1, ...fields })
const change = (id: string, variantId: string, fields: object): Promise<Answer> =>
  admin.put(`/products/${id}/variants/${variantId}`, fields)
const remove = (id: string, variantId: string) =>
  admin.del(`/products/${id}/variants/${variantId}`)

const rounds = Array.from({ length: scaled(3, 6) }, (_, round) => round)

describe('parallel requests', () => {
  it('give no two variants the same values', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            kind: fc.constantFrom('create', 'change', 'option'),
            size: fc.subarray(['S', 'L'], { maxLength: 1 }),
            colour: fc.subarray(['Blue', 'Red'], { maxLength: 1 }),
          }),
          { minLength: 2, maxLength: 8 },
        ),
        async (edits) => {
          const id = await product()
          const size = await createOption(admin, id, 'Size', 'S', 'L')
          const colour = await createOption(admin, id, 'Colour', 'Blue', 'Red')
          const ids = { ...size.values, ...colour.values }
          await Promise.all(
            edits.map((edit) => {
              if (edit.kind === 'option') {
                const values = edit.size.map((value) => ({ value }))
                const body = { name: 'Size', values }
                return admin.put(`/products/${id}/options/${size.id}`, body)
              }
              const texts = [...edit.size, ...edit.colour]
              const optionValueIds = texts.map((text) => ids[text])
              return edit.kind === 'create'
                ? post(id, { optionValueIds })
                : change(id, id, { optionValueIds })
            }),
          )
          const options = (await find(id)).options as { values: { id: string }[] }[]
          const known = options.flatMap(({ values }) => values.map((each) => each.id))
          const combinations = (await variantsOf(id)).map(({ optionValueIds }) => {
            for (const each of optionValueIds) expect(known).toContain(each)
            return optionValueIds.toSorted().join(' ')
          })
          const named = combinations.filter((combination) => combination !== '')
          expect(new Set(named).size).toBe(named.length)
        },
      ),
      { numRuns: scaled(5, 40) },
    )
  }, 120_000)

  it('give no code to two products or variants', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            kind: fc.constantFrom('product', 'change', 'create', 'variant', 'delete'),
            sku: fc.option(fc.nat(3)),
            barcodes: fc.uniqueArray(fc.nat(6), { maxLength: 3 }),
          }),
          { minLength: 2, maxLength: 8 },
        ),
        async (edits) => {
          // The last three spell one article number
          const names = [
            ...Array.from({ length: 4 }, () => randomUUID()),
            ...spelled(newArticleNumber()),
          ]
          const id = await product()
          const variantId = await createVariant(admin, id)
          const answers = await Promise.all(
            edits.map(({ kind, sku, barcodes }): Promise<Answer> => {
              const fields = {
                SKU: sku === null ? null : names[sku],
                barcodes: barcodes.map((at) => names[at]),
              }
              const whole = { ...requiredProductFields, ...fields }
              if (kind === 'product') return admin.post('/products', whole)
              if (kind === 'change') return admin.put(`/products/${id}`, whole)
              if (kind === 'create') return post(id, fields)
              if (kind === 'variant') return change(id, variantId, fields)
              return remove(id, variantId)
            }),
          )
          for (const { status } of answers) expect(status).toBeLessThan(500)
          const all: { id: string }[] = (await admin.get('/products')).body
          const variants = (
            await Promise.all(all.map((each) => variantsOf(each.id)))
          ).flat()
          for (const name of names) {
            const isSame = (code: string | null) =>
              code !== null && (gtinOf(code) ?? code) === (gtinOf(name) ?? name)
            const owners = variants.filter(
              ({ SKU, barcodes }) => isSame(SKU) || barcodes.some(isSame),
            )
            expect(owners.length).toBeLessThan(2)
            const found = await admin.get(`/products/by-code/${name}`)
            expect(found.body.variantId).toBe(owners[0]?.id)
          }
          for (const each of all) await admin.del(`/products/${each.id}`)
        },
      ),
      { numRuns: scaled(5, 40) },
    )
  }, 120_000)

  it('give an article number to one of those that spell it differently', async () => {
    for (const _ of rounds) {
      const spellings = spelled(newArticleNumber())
      const [one, two] = [await product(), await product()]
      const [upc, ean, gtin] = spellings.map((code) => ({ barcodes: [code] }))
      const answers = await Promise.all([
        admin.put(`/products/${one}`, { ...requiredProductFields, ...upc }),
        post(one, ean ?? {}),
        admin.post('/products', { ...requiredProductFields, ...gtin }),
        post(two, upc ?? {}),
        change(two, two, ean ?? {}),
      ])
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
      const [first, ...others] = await Promise.all(
        spellings.map((code) => admin.get(`/products/by-code/${code}`)),
      )
      for (const { body } of others) expect(body).toEqual(first?.body)
      expect(first?.body).not.toHaveProperty('others')
    }
  })

  it('lose no units of variants while others are edited', async () => {
    for (const _ of rounds) {
      const id = await product({ quantity: 20 })
      const other = await createVariant(admin, id, { quantity: 20 })
      const adjust = (variantId: string) =>
        admin.post('/products/stock', [
          { productId: id, variantId, quantity: -2 },
          { productId: id, variantId, quantity: 1 },
        ])
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => adjust(id)),
        ...Array.from({ length: 5 }, () => adjust(other)),
        post(id, { quantity: 7 }),
        change(id, other, { priceCents: 9 }),
        admin.post(`/products/${id}/options`, { name: 'Size', values: [] }),
        admin.put(`/products/${id}`, { ...requiredProductFields, name: 'Shirt' }),
      ])
      for (const { status } of answers) expect([200, 201]).toContain(status)
      const quantities = (await variantsOf(id)).map(({ quantity }) => quantity)
      expect(quantities).toEqual([15, 15, 7])
    }
  })

  it('keep one variant of those that are deleted', async () => {
    for (const _ of rounds) {
      const id = await product()
      const ids = [id, await createVariant(admin, id), await createVariant(admin, id)]
      const answers = await Promise.all(ids.map((each) => remove(id, each)))
      expect(answers.filter(({ status }) => status === 204).length).toBe(2)
      expect(answers.filter(({ status }) => status === 400).length).toBe(1)
      expect((await variantsOf(id)).length).toBe(1)
    }
  })

  it('delete no variant of a bundle', async () => {
    for (const _ of rounds) {
      const id = await product()
      const other = await createVariant(admin, id)
      for (const variantId of [other, id]) {
        const bundle = bundleFields({ ...part(id), variantId })
        const [named, removed] = await Promise.all([
          admin.post('/products', { ...requiredProductFields, ...bundle }),
          remove(id, variantId),
        ])
        expect(removed.status).toBe(named.status === 201 ? 409 : 204)
        if (removed.status === 204) await post(id, {})
        else await admin.del(`/products/${named.body.id}`)
      }
    }
  })

  it('make no bundle of a product that gets variants', async () => {
    for (const _ of rounds) {
      const [tea, cup] = [await product(), await product()]
      const [created, became] = await Promise.all([
        post(tea, {}),
        admin.put(`/products/${tea}`, {
          ...requiredProductFields,
          ...bundleFields(part(cup)),
        }),
      ])
      expect(created.status === 201).toBe(became.status === 400)
      expect((await find(tea)).isBundle).toBe(became.status === 200)
    }
  })
})
